/*
 * random.h - a small random generator that draws the same on every platform.
 *
 * Integers only, so neither a maths library nor the compiler's treatment of floating point
 * has a say. Fractions are fixed-point: Q16 has 16 bits behind the point, Q32 has 32.
 *
 * The generator is wyrand (Wang Yi, public domain): a counter, hashed by one multiplication.
 * Successive draws do not wait for one another, which is what makes it fast. Seeds are
 * spread by the finaliser of splitmix64 (Sebastiano Vigna, public domain).
 */
#ifndef SYNTH_GEN_RANDOM_H
#define SYNTH_GEN_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct random {
    uint64_t counter;
};

/* Streams of one seed are independent of each other. */
static inline struct random random_start(uint64_t seed, uint64_t stream)
{
    uint64_t x = seed + (stream + 1) * 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (struct random){x ^ x >> 31};
}

static inline uint64_t random_next(struct random *random)
{
    __extension__ unsigned __int128 product;

    random->counter += 0x2d358dccaa6c78a5u;
    product = random->counter;
    product *= random->counter ^ 0x8bb84b93962eacc9u;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Quicker, for loops that count their cycles: a linear congruential generator. Its upper bits
 * are good; the lower a bit, the shorter its period. A stream uses either this or the above. */
static inline uint64_t random_quick(struct random *random)
{
    random->counter = random->counter * 0xd1342543de82ef95u + 0x9e3779b;
    return random->counter;
}

/* The upper half of word, which counts 2^-32 parts of 1, as a number below n. */
static inline uint32_t random_scale(uint64_t word, uint32_t n)
{
    return (uint32_t)((word >> 32) * n >> 32);
}

/* 0 to n - 1. */
static inline uint32_t random_below(struct random *random, uint32_t n)
{
    return random_scale(random_next(random), n);
}

/* low to high. */
static inline uint32_t random_between(struct random *random, uint32_t low, uint32_t high)
{
    return low + random_below(random, high - low + 1);
}

/* True in n cases of m. */
static inline bool random_chance(struct random *random, uint32_t n, uint32_t m)
{
    return random_below(random, m) < n;
}

/* A normal draw, mean 0, deviation 1, in Q16: the sum of twelve uniform ones. */
static inline int32_t random_normal(struct random *random)
{
    uint32_t sum = 0;

    for (int i = 0; i < 3; i++) {
        uint64_t word = random_next(random);
        sum += (uint32_t)((word & 0xffff) + (word >> 16 & 0xffff) + (word >> 32 & 0xffff) +
                          (word >> 48));
    }
    return (int32_t)sum - 6 * 0xffff;
}

/* e^x in Q32 for x in Q16, -40 to 20, within 0.02 %. */
static inline uint64_t random_exp(int32_t x)
{
    int64_t power = (int64_t)x * 94548 / 65536; /* log2(e) in Q16 */
    int64_t whole = power >= 0 ? power / 65536 : -((65535 - power) / 65536);
    uint64_t part = (uint64_t)(power - whole * 65536) << 16;
    /* 2^part = 1 + part (a + part (b + part c)), in Q32; a + b + c = 1 */
    uint64_t poly = 343005594;

    poly = 962664464 + (poly * part >> 32);
    poly = 2989297238 + (poly * part >> 32);
    poly = ((uint64_t)1 << 32) + (poly * part >> 32);
    return whole >= 0 ? poly << whole : poly >> -whole;
}

#endif
