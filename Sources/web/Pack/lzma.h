// LZMA as `xz --format=lzma` writes it: after 13 bytes of header one stream of bits, each with a probability of its
// own, which is learnt on the way. They spell literals and copies of what came before. Names are those of the LZMA
// specification (https://www.7-zip.org/sdk.html, lzma-specification.txt). The size is known from elsewhere, so that no
// mark of the end is waited for. What is read was written by `.ci/page`, and is trusted.

#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint16_t choice[2], low[16][8], middle[16][8], high[256];
} lengths;

static struct {
  uint16_t is_match[12][16], is_repeated[12], is_repeated0[12], is_repeated0_long[12][16], is_repeated1[12],
    is_repeated2[12];
  uint16_t slots[4][64], positions[128], aligns[16];
  lengths copies, repeats;
  uint16_t literals[0x300 << 4];
} chances;
static const uint8_t *packed;
static uint32_t range, code;

static unsigned bit(uint16_t *chance) {
  uint32_t bound = (range >> 11) * *chance;
  unsigned result = code >= bound;
  if (result) {
    range -= bound;
    code -= bound;
    *chance -= *chance >> 5;
  } else {
    range = bound;
    *chance += (2048 - *chance) >> 5;
  }
  if (range < 1 << 24) {
    range <<= 8;
    code = code << 8 | *packed++;
  }
  return result;
}

// Bits of even chances.
static uint32_t direct(unsigned count) {
  uint32_t value = 0;
  for (; count > 0; count--) {
    range >>= 1;
    unsigned result = code >= range;
    if (result) code -= range;
    value = value << 1 | result;
    if (range < 1 << 24) {
      range <<= 8;
      code = code << 8 | *packed++;
    }
  }
  return value;
}

// A number of some bits, each with a chance that depends on those before it: the highest first, or the lowest.
static uint32_t tree(uint16_t *chance, unsigned count) {
  uint32_t node = 1;
  for (unsigned index = 0; index < count; index++) node = node << 1 | bit(chance + node);
  return node - (1u << count);
}

static uint32_t reverse_tree(uint16_t *chance, unsigned count) {
  uint32_t node = 1, value = 0;
  for (unsigned index = 0; index < count; index++) {
    unsigned result = bit(chance + node);
    node = node << 1 | result;
    value |= result << index;
  }
  return value;
}

static uint32_t length(lengths *all, uint32_t position) {
  if (bit(&all->choice[0]) == 0) return 2 + tree(all->low[position], 3);
  if (bit(&all->choice[1]) == 0) return 10 + tree(all->middle[position], 3);
  return 18 + tree(all->high, 8);
}

static uint32_t copied_distance(uint32_t count) {
  uint32_t slot = tree(chances.slots[count < 6 ? count - 2 : 3], 6);
  if (slot < 4) return slot;
  unsigned bits = (slot >> 1) - 1;
  uint32_t distance = (2 | (slot & 1)) << bits;
  if (slot < 14) return distance + reverse_tree(chances.positions + distance - slot, bits);
  distance += direct(bits - 4) << 4;
  return distance + reverse_tree(chances.aligns, 4);
}

// A byte that was not there before. After a copy it is likely to differ from the one that would have come next.
static uint8_t literal(uint16_t *chance, unsigned state, unsigned other) {
  uint32_t node = 1;
  if (state >= 7) {
    while (node < 0x100) {
      unsigned expected = other >> 7 & 1;
      other <<= 1;
      unsigned result = bit(chance + ((1 + expected) << 8) + node);
      node = node << 1 | result;
      if (result != expected) break;
    }
  }
  while (node < 0x100) node = node << 1 | bit(chance + node);
  return (uint8_t)node;
}

// Distances are less by one than they are, as they are written.
static void unpack(const uint8_t *from, uint8_t *bytes, size_t size) {
  unsigned context_bits = from[0] % 9;
  unsigned place_mask = (1u << from[0] / 9 % 5) - 1, position_mask = (1u << from[0] / 45) - 1;
  for (size_t index = 0; index < sizeof chances / 2; index++) ((uint16_t *)&chances)[index] = 1024;
  range = 0xFFFFFFFF;
  code = 0;
  // Behind the header comes a byte that is always 0.
  packed = from + 14;
  for (int index = 0; index < 4; index++) code = code << 8 | *packed++;
  uint32_t distance = 0, second = 0, third = 0, fourth = 0;
  // What the last ones were: literals where it is less than 7.
  unsigned state = 0;
  for (size_t at = 0; at < size;) {
    uint32_t position = at & position_mask;
    if (bit(&chances.is_match[state][position]) == 0) {
      unsigned before = at > 0 ? bytes[at - 1] : 0;
      size_t context = ((at & place_mask) << context_bits) + (before >> (8 - context_bits));
      bytes[at] = literal(chances.literals + 0x300 * context, state, state < 7 ? 0 : bytes[at - distance - 1]);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    size_t count = 1;
    if (bit(&chances.is_repeated[state]) == 0) {
      fourth = third, third = second, second = distance;
      count = length(&chances.copies, position);
      distance = copied_distance((uint32_t)count);
      state = state < 7 ? 7 : 10;
    } else {
      // One of the last four distances, which then is the last; of the very last one byte may be meant alone.
      unsigned is_long = 1;
      if (bit(&chances.is_repeated0[state]) == 0) {
        is_long = bit(&chances.is_repeated0_long[state][position]);
      } else {
        uint32_t chosen = second;
        if (bit(&chances.is_repeated1[state]) != 0) {
          chosen = third;
          if (bit(&chances.is_repeated2[state]) != 0) chosen = fourth, fourth = third;
          third = second;
        }
        second = distance, distance = chosen;
      }
      if (is_long) count = length(&chances.repeats, position);
      state = is_long ? (state < 7 ? 8 : 11) : state < 7 ? 9 : 11;
    }
    for (size_t stop = at + count < size ? at + count : size; at < stop; at++) bytes[at] = bytes[at - distance - 1];
  }
}
