/*
 * peer_template.h - a peer made of a C++ library's queue.
 *
 * Library has a class template queue<bytes> with
 *
 *    queue(uint32_t capacity);                  may throw std::bad_alloc
 *    bool push(const peer_item<bytes> &item);   false if it is full
 *    bool pop(peer_item<bytes> &item);          false if it is empty
 */
#ifndef HARNESS_PEERS_PEER_TEMPLATE_H
#define HARNESS_PEERS_PEER_TEMPLATE_H

#include "harness/peers/peer_loops.h"

#include <cerrno>
#include <new>

template <uint32_t bytes> struct peer_item {
    uint64_t word[bytes / 8];
};

template <class Library> struct peer_template {
    template <uint32_t bytes> struct sized : peer {
        typename Library::template queue<bytes> queue;

        explicit sized(uint32_t capacity) : peer{bytes}, queue(capacity)
        {
        }
    };

    template <uint32_t bytes> static auto &queue_of(struct peer *peer)
    {
        return static_cast<sized<bytes> *>(peer)->queue;
    }

    template <uint32_t bytes> static inline bool push_sized(struct peer *peer, const void *item)
    {
        peer_item<bytes> copy;

        memcpy(&copy, item, bytes);
        return queue_of<bytes>(peer).push(copy);
    }

    template <uint32_t bytes> static inline bool pop_sized(struct peer *peer, void *item)
    {
        peer_item<bytes> copy = {}; /* not every library lets the compiler see that it is set */

        if (!queue_of<bytes>(peer).pop(copy))
            return false;
        memcpy(item, &copy, bytes);
        return true;
    }

    static inline bool push(struct peer *peer, const void *item, uint32_t item_bytes)
    {
        switch (item_bytes) {
        case 8:
            return push_sized<8>(peer, item);
        case 16:
            return push_sized<16>(peer, item);
        case 32:
            return push_sized<32>(peer, item);
        default:
            return push_sized<64>(peer, item);
        }
    }

    static inline bool pop(struct peer *peer, void *item, uint32_t item_bytes)
    {
        switch (item_bytes) {
        case 8:
            return pop_sized<8>(peer, item);
        case 16:
            return pop_sized<16>(peer, item);
        case 32:
            return pop_sized<32>(peer, item);
        default:
            return pop_sized<64>(peer, item);
        }
    }

    /* Twice, since such rings have a spare slot: then every slot has been written. */
    static void touch(struct peer *peer)
    {
        uint64_t item[PEER_ITEM_BYTES_MAX / 8] = {};

        for (int lap = 0; lap < 2; lap++) {
            while (push(peer, item, peer->item_bytes))
                ;
            while (pop(peer, item, peer->item_bytes))
                ;
        }
    }

    template <uint32_t bytes> static int open_sized(uint32_t capacity, struct peer **peer)
    {
        try {
            *peer = new sized<bytes>(capacity);
        } catch (const std::bad_alloc &) {
            return -ENOMEM;
        }
        touch(*peer);
        return 0;
    }

    static int open(const struct peer_options *options, struct peer **peer)
    {
        switch (options->item_bytes) {
        case 8:
            return open_sized<8>(options->capacity, peer);
        case 16:
            return open_sized<16>(options->capacity, peer);
        case 32:
            return open_sized<32>(options->capacity, peer);
        default:
            return open_sized<64>(options->capacity, peer);
        }
    }

    static void close(struct peer *peer)
    {
        switch (peer->item_bytes) {
        case 8:
            delete static_cast<sized<8> *>(peer);
            break;
        case 16:
            delete static_cast<sized<16> *>(peer);
            break;
        case 32:
            delete static_cast<sized<32> *>(peer);
            break;
        default:
            delete static_cast<sized<64> *>(peer);
            break;
        }
    }
};

#endif
