/*
 * cpu.h - what depends on the processor.
 */
#ifndef HO_CPU_H
#define HO_CPU_H

/* Two 64-byte lines: x86 prefetches them in pairs, and Apple's lines are this long. */
#define HO_CACHE_LINE 128

/* In a spinning loop: leave the core's resources to others for a moment. */
#if defined(__x86_64__)
#define ho_cpu_relax() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define ho_cpu_relax() __asm__ volatile("yield")
#else
#define ho_cpu_relax() ((void)0)
#endif

#endif
