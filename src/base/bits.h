/* bits.h: the bit operations that boards are built on. */
#pragma once

#include <stdint.h>

static inline int bits_count(uint64_t b)
{
    return __builtin_popcountll(b);
}

/* Index of the lowest set bit; b must not be 0. */
static inline int bits_lowest(uint64_t b)
{
    return __builtin_ctzll(b);
}

/* Removes the lowest set bit and returns its index; *b must not be 0. */
static inline int bits_pop(uint64_t *b)
{
    int index = bits_lowest(*b);
    *b &= *b - 1;
    return index;
}

/* Reverses the order of the bytes: turns a board of eight rows upside down. */
static inline uint64_t bits_flip_rows(uint64_t b)
{
    return __builtin_bswap64(b);
}

/* Reverses the bits of each byte: swaps left and right. */
static inline uint64_t bits_flip_columns(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555u) | (b & 0x5555555555555555u) << 1;
    b = (b >> 2 & 0x3333333333333333u) | (b & 0x3333333333333333u) << 2;
    return (b >> 4 & 0x0f0f0f0f0f0f0f0fu) | (b & 0x0f0f0f0f0f0f0f0fu) << 4;
}

/* Mixes all bits of a word into all bits of the result (the finisher of splitmix64). */
static inline uint64_t bits_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}
