// The contexts of the symbols that a text or a module is made of: what came before, of an instruction's numbers also
// which instructions come next, and what is known of the place besides.

#include "model.h"

// Where the next byte is read by who packs, and written by who unpacks.
static uint8_t *place;
// Where all of it ends, for who packs.
static const uint8_t *end_of_all;

// The symbols before, the last one lowest: operations in a module, bytes in data and in a text.
// And the next operations.
static uint64_t earlier;
static const uint8_t no_operations[4], *ahead = no_operations;
enum { most_ahead = 4 };
// Of each kind the part of the next number that is known, and hashes of the last one, the last two and three.
static uint32_t parts[kinds], previous[kinds][4];

// What else is known of a place: in code the field that was asked for through the same local before, what is on the
// stack, what was done with the locals that were taken last, and the operations before `earlier`; in data the place
// in a word of four bytes, and with that the bytes 4 and 8 before; in a text the word so far.
enum { alone, field, stack, uses, far, phase, columns, word, features };
static uint32_t known[features];

// A context: how many of the symbols before, of the operations ahead, of the numbers before of its kind, and what else.
struct Context { uint8_t behind, ahead, before, with; };

// The contexts of each kind. From the first two the next symbol is guessed; the last one corrects what all say.
static const struct Context contexts_of[kinds][contexts + 1] = {
  [operations] = {{4}, {8, 0, 0, far}, {5}, {8}, {2}, {3}},
  [locals] = {{8, 3}, {1, 2, 0, uses}, {4, 2}, {0, 0, 2}, {4, 1, 2}, {1, 0, 1}},
  [other_locals] = {{2, 3, 0, uses}, {0}, {1, 0, 2, uses}, {6, 0, 1}, {4, 3}, {6, 0, 1, uses}},
  [constants] = {{0}, {2, 2, 1}, {0, 1}, {6, 3}, {0, 4, 0, stack}, {1, 2}},
  [steps] = {{2, 2, 0, stack}, {2}, {2, 3, 0, field}, {8, 4, 0, stack}, {2, 0, 0, field}, {2, 0, 0, stack}},
  [offsets] = {{1, 0, 0, field}, {4, 3, 0, field}, {0, 0, 1}, {2, 4, 0, stack}, {4, 0, 1}, {2, 0, 1}},
  [far_offsets] = {{0}, {0, 0, 0, field}, {0, 0, 1}, {0, 1, 0, field}, {4, 1, 1}, {2, 2, 1, field}},
  [wide] = {{1, 1}, {1}, {6, 0, 2, stack}, {2, 3}, {8, 4, 0, stack}, {3, 3, 3}},
  [calls] = {{4, 0, 0, stack}, {1, 1, 0, stack}, {8}, {1}, {2, 3, 1, stack}, {0}},
  [labels] = {{2, 4, 3}, {6}, {8, 0, 1}, {1, 0, 1, stack}, {1, 2, 2}, {1, 2}},
  [data] = {{0, 0, 0, phase}, {0, 0, 0, columns}, {1, 0, 1, word}, {0, 0, 2}, {5, 0, 3}, {0, 0, 1, phase}},
  [rest] = {{1, 4, 2}, {1, 2, 1, stack}, {1, 0, 3}, {1, 0, 1}, {1, 4}, {0, 1}},
  [text] = {{0, 0, 0, word}, {4}, {1}, {2}, {8, 0, 0, word}, {1}},
};

static void remember(int kind, int symbol, int goes_on) {
  if (kind == operations || kind == data || kind == text) {
    known[far] = known[far] << 8 | (uint32_t)(earlier >> 56);
    earlier = earlier << 8 | (uint64_t)symbol;
  }
  if (goes_on) {
    parts[kind] = parts[kind] * 257 + (uint32_t)symbol + 1;
    return;
  }
  uint32_t *all = previous[kind], number = parts[kind] * 257 + (uint32_t)symbol;
  for (int count = 3; count > 0; count--) all[count] = all[count - 1] * 0x2F0B4C47u + number + 1;
  parts[kind] = 0;
}

// The first bytes of a word in memory, or the lowest of a number, as many as `count` says.
static inline uint64_t lowest(uint64_t word, unsigned count) {
  static const uint64_t masks[] = {
    0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF, ~(uint64_t)0
  };
  return word & masks[count];
}

static inline uint32_t hash_of(int kind, int index, uint32_t operations_ahead) {
  struct Context its = contexts_of[kind][index];
  uint64_t own = ((uint64_t)(kind * 8 + index) << 32 | parts[kind]) * 0xA0761D6478BD642Fu;
  uint64_t one = (lowest(earlier, its.behind) ^ own) * 0x9E3779B97F4A7C15u;
  uint64_t other = (lowest(operations_ahead, its.ahead) << 32 | known[its.with]) * 0xD6E8FEB86659FD93u;
  uint64_t all = (one ^ one >> 32) + other + previous[kind][its.before] * 0xE7037ED1A0B428DBu;
  return (uint32_t)((all ^ all >> 29) * 0x9E3779B97F4A7C15u >> 32);
}

// Whoever packs counts first how often each symbol comes, so that trees can be made.
static int counting;
static uint32_t counted[kinds][256];

// Passes a symbol that is a whole number, or ends one, or one behind which the number goes on.
static int pass(int kind, int symbol, int is_of_number) {
  if (packing && counting) {
    counted[kind][symbol]++;
    return symbol;
  }
  int passed_symbol = pass_long_match(kind, symbol);
  if (passed_symbol < 0) {
    uint32_t hashes[contexts + 1], operations_ahead;
    __builtin_memcpy(&operations_ahead, ahead, sizeof operations_ahead);
    for (int index = 0; index < 2; index++) hashes[index] = hash_of(kind, index, operations_ahead);
    make_guess(kind, hashes);
    passed_symbol = pass_guess(symbol);
    if (passed_symbol < 0) {
      for (int index = 2; index <= contexts; index++) hashes[index] = hash_of(kind, index, operations_ahead);
      passed_symbol = pass_decisions(kind, symbol, hashes, (uint8_t)earlier, hashes[contexts]);
    }
    learn(kind, passed_symbol);
  }
  remember(kind, passed_symbol, is_of_number && passed_symbol >= 128);
  return passed_symbol;
}

// MARK: What both halves say of what they pass

static uint8_t pass_byte(int kind, int is_of_number) {
  if (packing && place >= end_of_all) refuse("the module ends too soon");
  int passed_symbol = pass(kind, packing ? *place : 0, is_of_number);
  if (!packing) *place = (uint8_t)passed_symbol;
  place++;
  return (uint8_t)passed_symbol;
}

static uint8_t byte(int kind) { return pass_byte(kind, 0); }

static void bytes(int kind, uint32_t count) { for (; count > 0; count--) byte(kind); }

// A number as it stands: seven bits a byte, the lowest first.
static uint32_t number(int kind) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = pass_byte(kind, 1);
    if (shift < 32) value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

// A number that stands nowhere.
static uint32_t pass_number(int kind, uint32_t value) {
  uint32_t passed_value = 0;
  for (unsigned shift = 0;; shift += 7, value >>= 7) {
    int byte = pass(kind, (int)(value & 127) | (value > 127 ? 128 : 0), 1);
    if (shift < 32) passed_value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return passed_value;
  }
}

// A number that ends before `end`, where who packs reads it.
static uint32_t read_number(const uint8_t **from, const uint8_t *end) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (packing && *from >= end) refuse("a number is cut off");
    uint8_t byte = *(*from)++;
    if (shift < 32) value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

static void write_number(uint32_t value) {
  for (; value >= 128; value >>= 7) *place++ = (uint8_t)(value | 128);
  *place++ = (uint8_t)value;
}

// Follows the words of a text, which are made of letters and digits.
static void follow_words(uint8_t byte) {
  uint8_t letter = byte | 32;
  int is_of_word = (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') || byte == '_';
  known[word] = is_of_word ? (known[word] + byte + 1) * 0x2F0B4C47u : 0;
}

static void pass_text(size_t size) { for (; size > 0; size--) follow_words(byte(text)); }

static void pass_data(uint32_t size) {
  for (uint32_t index = 0; index < size; index++) {
    uint32_t place_in_word = index & 3;
    known[phase] = place_in_word;
    known[columns] = (uint32_t)(earlier >> 24 & 255) << 16 | (uint32_t)(earlier >> 56) << 8 | place_in_word;
    follow_words(byte(data));
  }
}

// The lengths of the codes of all kinds, of which the trees are made.
static void pass_lengths(void) {
  static uint16_t chances_of_lengths[32][32];
  for (int kind = 0; kind < kinds; kind++) {
    for (int symbol = 0, before = 0; symbol < 256; symbol++) {
      int node = 1;
      for (int bit = 4; bit >= 0; bit--) {
        uint16_t *chance = &chances_of_lengths[before][node];
        int is_one = coded_within_bounds(trees[kind].length[symbol] >> bit & 1, chance_of(chance));
        learn_chance(chance, is_one);
        node = node << 1 | is_one;
      }
      before = trees[kind].length[symbol] = (uint8_t)(node & 31);
    }
  }
}
