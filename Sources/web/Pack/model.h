// The model by which the page is packed: how likely each symbol is, by what came before it. Whoever packs (pack.c) and
// whoever unpacks (unpack.c) run it on the same symbols, in whole numbers: so it says the same on every machine.
//
// Most symbols are guessed: what came the last time behind the same symbols comes again, and one decision says so. For
// all others each kind has a tree, shaped by how often its symbols come (Huffman), so that most are two to six
// decisions. What a decision will be is foretold by counters, one for each context of the symbol, and by the guess. A
// mixer weighs what they say, and learns from what it was (logistic mixing: M. Mahoney, "Adaptive Weighing of Context
// Models for Lossless Data Compression", 2005); a table corrects the result. An arithmetic coder spends on each
// decision what it is worth.

#include <stddef.h>
#include <stdint.h>

enum {
  operations, locals, other_locals, constants, steps, offsets, far_offsets, wide, calls, labels, data, rest, text, kinds
};
enum { contexts = 5, most_nodes = 145 * 8, most_depth = 24, leaf = 1 << 15 };

typedef int16_t Eight __attribute__((vector_size(16)));
typedef uint16_t Chances __attribute__((vector_size(16)));

// MARK: What a processor does with eight numbers at once

// How much a counter learns that was asked so often is its rate, in 32768ths.

#ifdef __wasm_simd128__
typedef int8_t Sixteen __attribute__((vector_size(16)));
typedef int32_t Four __attribute__((vector_size(16)));
static Sixteen low_rates, high_rates;

static inline int32_t product(Eight left, Eight right) {
  Four sums = __builtin_wasm_dot_s_i32x4_i16x8(left, right);
  return sums[0] + sums[1] + sums[2] + sums[3];
}

// Products in 32768ths, rounded.
static inline Eight scaled(Eight left, Eight right) { return __builtin_wasm_q15mulr_sat_s_i16x8(left, right); }

static inline Eight rates_of(Eight times) {
  Sixteen places = (Sixteen)(times | times << 8);
  return ((Eight)__builtin_wasm_swizzle_i8x16(low_rates, places) & 0xFF)
    | ((Eight)__builtin_wasm_swizzle_i8x16(high_rates, places) & (int16_t)0xFF00);
}

static void set_rate(int times, int16_t rate) {
  low_rates[times] = (int8_t)rate;
  high_rates[times] = (int8_t)(rate >> 8);
}
#else
static int16_t rates[16];

static inline int32_t product(Eight left, Eight right) {
  int32_t sum = 0;
  for (int index = 0; index < 8; index++) sum += left[index] * right[index];
  return sum;
}

static inline Eight scaled(Eight left, Eight right) {
  for (int index = 0; index < 8; index++) left[index] = (int16_t)((left[index] * right[index] + (1 << 14)) >> 15);
  return left;
}

static inline Eight rates_of(Eight times) {
  for (int index = 0; index < 8; index++) times[index] = rates[times[index]];
  return times;
}

static void set_rate(int times, int16_t rate) { rates[times] = rate; }
#endif

static inline Eight eight(int16_t value) { return (Eight){value, value, value, value, value, value, value, value}; }

// MARK: What the model knows

// Of each context a table of lines of eight words. The first of a line says whose it is. The others are counters, each
// the chance of a one in 4096ths, above 4 bits with how often it was asked for; all is kept with its highest bit
// turned, so that memory of zeros has learned nothing.
static Eight *lines[contexts];
static unsigned line_bits;
// As powers of two, how many lines a text has, and the operations of a module and the other half. With half of them each
// half of the engine takes a percent more, and with twice as many half a percent less, which takes more time.
enum { text_bits = 18, operation_bits = 19, function_bits = 20 };

static struct {
  // The code of each symbol from the highest bit on, and how long it is; 0 where the symbol does not come.
  uint32_t code[256];
  uint8_t length[256];
  // What comes after a decision: another node, or a symbol to which `leaf` is added.
  uint16_t next[most_nodes][2];
} trees[kinds];

// The logistic function of 256ths, from -2047 on, in 65536ths, and the inverse of 4096ths.
enum { middle_of_sums = 2048 };
static uint16_t squashed[2 * middle_of_sums];
static int16_t stretched[4096];

// What each input of the mixer is worth, in 16384ths: by node and by what is known of the guess, and by what came
// before and how deep the node lies. And what comes of what is foretold, at 33 steps of it, by node and by `near`.
enum { nothing, weak, fair, strong, wrong, guess_states };
enum { depths = 8, near_bits = 11, steps_of_sum = 33 };
static Eight weights[kinds][guess_states][most_nodes], other_weights[256][depths];
static uint16_t corrections[1 << near_bits][steps_of_sum];

// The symbols so far with their kinds; by a hash of six symbols what was last behind them; and where the symbols stand
// that came behind the same ones before, and how many have been the same.
enum { behind_bits = 18, most_length = 400, long_length = 20 };
static uint16_t *passed;
static uint32_t *behind, passed_count, matching, match_length, last_six;

// What came behind two of the contexts: above 16 bits of its hash, how often it came again, and the symbol.
enum { came_bits = 18 };
static uint32_t (*came)[1 << came_bits];

// How often a guess was right, by what speaks for it; and how often it still may be, by how likely it was; in 65536ths.
// From some of them on a guess is passed alone.
enum { length_ranks = 5, count_ranks = 6, likely = 64000 };
static uint16_t long_chances[kinds][128], chances[kinds][length_ranks][count_ranks][count_ranks];
static int32_t trust[kinds][33];

// The guess of the next symbol, or a negative number; how likely it is; and whether it was passed that it is another.
static struct {
  int symbol, is_wrong, others[2];
  uint32_t *places[2], counts[2];
  uint16_t *chance;
} guess;

static uint32_t low, high;

// MARK: Beginning

static void make_tables(void) {
  // The exponential of -x / 256 in 2^30ths, step by step.
  uint64_t power = (uint64_t)1 << 30;
  for (int x = 0; x < middle_of_sums; x++) {
    uint64_t part = ((uint64_t)1 << 46) / (((uint64_t)1 << 30) + power);
    squashed[middle_of_sums + x] = (uint16_t)part;
    if (x > 0) squashed[middle_of_sums - x] = (uint16_t)(65536 - part);
    power = power * 1069555848 >> 30;
  }
  squashed[0] = squashed[1];
  int x = 1 - middle_of_sums;
  for (int chance = 0; chance < 4096; chance++) {
    while (x < middle_of_sums - 1 && squashed[middle_of_sums + x] < chance * 16 + 8) x++;
    stretched[chance] = (int16_t)x;
  }
  for (int times = 0; times < 16; times++) set_rate(times, (int16_t)(6 * 32768 / (6 * times + 7)));
}

// A tree from the lengths of its codes, which are canonical: those of a length follow one another. Seven nodes share a
// line: the one that it begins with and those behind, as many as there is room for.
// Lines follow full ones alone, eight each: so 255 nodes take 145 at most.
static void make_tree(int kind) {
  static struct Node { uint32_t code; uint16_t parent; uint8_t depth, side; } roots[most_nodes], waiting[16];
  uint8_t *length = trees[kind].length, ordered[256];
  uint32_t first[most_depth + 1], own[most_depth + 1], starts[most_depth + 1], code = 0, count = 0;
  for (int depth = 1; depth <= most_depth; depth++) {
    first[depth] = code;
    own[depth] = 0;
    starts[depth] = count;
    for (int symbol = 0; symbol < 256; symbol++) {
      if (length[symbol] != depth) continue;
      trees[kind].code[symbol] = (code + own[depth]++) << (32 - depth);
      ordered[count++] = (uint8_t)symbol;
    }
    code = (code + own[depth]) << 1;
  }
  if (count == 0) return;
  int all = 1;
  roots[0] = (struct Node){0, 0, 0, 0};
  for (int line = 0; line < all; line++) {
    int left = 0, waits = 1;
    waiting[0] = roots[line];
    for (int taken = 1; left < waits; left++) {
      struct Node node = waiting[left];
      if (taken == 8) {
        roots[all++] = node;
        continue;
      }
      uint16_t number = (uint16_t)(line * 8 + taken++);
      if (node.depth > 0) trees[kind].next[node.parent][node.side] = number;
      for (uint8_t side = 0, depth = node.depth + 1; side < 2; side++) {
        uint32_t below = node.code << 1 | side, rank = below - first[depth];
        if (rank < own[depth]) trees[kind].next[number][side] = leaf + ordered[starts[depth] + rank];
        else waiting[waits++] = (struct Node){below, number, depth, side};
      }
    }
  }
}

// Begins with the trees that the lengths of their codes make. `allocate` gives memory of zeros.
static void begin_model(size_t most_symbols, unsigned bits, void *(*allocate)(size_t)) {
  line_bits = bits;
  for (int context = 0; context < contexts; context++) lines[context] = allocate(sizeof *lines[context] << bits);
  passed = allocate(most_symbols * sizeof *passed);
  behind = allocate(sizeof *behind << behind_bits);
  came = allocate(2 * sizeof *came);
  make_tables();
  const Eight first_weights = {4400, 4400, 4400, 4400, 4400, 0, 4400};
  for (int before = 0; before < 256; before++)
    for (int depth = 0; depth < depths; depth++) other_weights[before][depth] = first_weights;
  for (int kind = 0; kind < kinds; kind++) {
    make_tree(kind);
    for (int rank = 0; rank < 33; rank++) trust[kind][rank] = 49152;
    for (int state = 0; state < guess_states; state++)
      for (int node = 0; node < most_nodes; node++) weights[kind][state][node] = first_weights;
  }
  for (int near = 0; near < 1 << near_bits; near++)
    for (int step = 0; step < steps_of_sum; step++) corrections[near][step] = squashed[step == 32 ? 4095 : step * 128];
}

static inline uint32_t mixed(uint64_t hash, uint64_t more) {
  hash = (hash + 1) * 0x9E3779B97F4A7C15u ^ (more + hash) * 0xD6E8FEB86659FD93u;
  return (uint32_t)(hash >> 32) ^ (uint32_t)(hash >> 17);
}

// Passes a bit whose chance of being one is so many 65536ths: the one half writes it down, the other reads it.
static inline int coded(int bit, uint32_t chance);

static inline int coded_within_bounds(int bit, uint32_t chance) {
  return coded(bit, chance < 16 ? 16 : chance > 65520 ? 65520 : chance);
}

// MARK: Guesses

// Chances are kept with their highest bit turned: memory of zeros is one half.
static inline uint32_t chance_of(const uint16_t *chance) { return *chance ^ 0x8000; }

static inline void learn_chance(uint16_t *chance, int is_right) {
  int32_t was = (int32_t)chance_of(chance);
  *chance = (uint16_t)((was + ((is_right ? 65535 : 0) - was) / 64) ^ 0x8000);
}

// Notes a symbol among all that were passed.
static inline void note(int kind, int symbol) {
  uint16_t own = (uint16_t)(kind << 8 | symbol);
  passed[passed_count++] = own;
  // What is shifted out after six symbols is forgotten.
  last_six = (last_six * (0x2F0B4C47u << 4) + own + 1) & 0xFFFFFF;
}

// Passes whether the symbol is the one that came behind many others that were the same. Says it then, and a negative
// number else; what was wrong stays as the guess.
static int pass_long_match(int kind, int symbol) {
  guess.is_wrong = 0;
  if (match_length > 0 && passed[matching] >> 8 != kind) match_length = 0;
  if (match_length < long_length) return -1;
  uint16_t *chance = &long_chances[kind][match_length < 128 ? match_length / 2 : 64 + match_length / 16];
  int next = passed[matching] & 255, is_right = coded_within_bounds(symbol == next, chance_of(chance));
  learn_chance(chance, is_right);
  if (is_right) {
    matching++;
    if (match_length < most_length) match_length++;
    note(kind, next);
    return next;
  }
  match_length = 0;
  guess.symbol = next;
  guess.is_wrong = 1;
  return -1;
}

static inline uint32_t rank_of_count(uint32_t count) { return count < 2 ? count : count < 4 ? 2 : count < 15 ? 3 : 4; }

// Guesses by what came behind two contexts, of which these are the hashes, or behind the same symbols.
static void make_guess(int kind, const uint32_t *hashes) {
  for (int index = 0; index < 2; index++) {
    uint32_t *place = &came[index][hashes[index] >> (32 - came_bits)], own = hashes[index] << 16;
    if ((*place & 0xFFFF0000) != own) *place = own;
    guess.places[index] = place;
    guess.others[index] = *place & 255;
    guess.counts[index] = *place >> 8 & 255;
  }
  if (guess.is_wrong) return;
  int next = match_length > 0 ? passed[matching] & 255 : -1;
  guess.symbol = match_length >= 16 ? next : guess.counts[1] > 0 ? guess.others[1]
    : match_length > 0 ? next : guess.counts[0] > 0 ? guess.others[0] : -1;
  uint32_t length = match_length == 0 ? 0 : guess.symbol != next ? 1 : 2 + match_length / 8, ranks[2];
  for (int index = 0; index < 2; index++) {
    uint32_t count = guess.counts[index];
    ranks[index] = count == 0 ? 0 : guess.others[index] != guess.symbol ? 1 : 1 + rank_of_count(count);
  }
  guess.chance = &chances[kind][length][ranks[0]][ranks[1]];
}

// Passes whether the guess is right, where that is likely. Says the symbol, or a negative number.
static int pass_guess(int symbol) {
  if (guess.is_wrong || guess.symbol < 0 || chance_of(guess.chance) < likely) return -1;
  if (coded_within_bounds(symbol == guess.symbol, chance_of(guess.chance))) return guess.symbol;
  guess.is_wrong = 1;
  return -1;
}

// Learns from a symbol that came behind the contexts.
static void learn(int kind, int symbol) {
  if (guess.symbol >= 0 && guess.chance) learn_chance(guess.chance, symbol == guess.symbol);
  guess.chance = 0;
  for (int index = 0; index < 2; index++) {
    uint32_t own = *guess.places[index] & 0xFFFF0000, count = guess.counts[index];
    int other = guess.others[index];
    if (count == 0 || (other != symbol && count < 4)) count = 1, other = symbol;
    else if (other != symbol) count /= 4;
    else if (count < 255) count++;
    *guess.places[index] = own | count << 8 | (uint32_t)other;
  }
  if (match_length > 0) {
    if (passed[matching++] != (kind << 8 | symbol)) match_length = 0;
    else match_length++;
  }
  note(kind, symbol);
  uint32_t *found = &behind[last_six * 0x9E3779B1u >> (32 - behind_bits)];
  if (match_length == 0 && *found > 0) {
    matching = *found;
    match_length = 1;
  }
  *found = passed_count;
}

// MARK: Decisions

// The line of a hash for the nodes of a tree's line; another's is given up. Four lines of a tree lie side by side.
static inline uint16_t *line(int context, uint32_t hash, uint32_t number) {
  if (number > 3) hash = mixed(hash, number >> 2);
  Eight *found = &lines[context][(hash >> (32 - line_bits)) ^ (number & 3)];
  int16_t own = (int16_t)((hash << 2 | (number & 3)) + 1);
  if (own == 0) own = 1;
  Eight all = *found & eight((int16_t)-((*found)[0] == own));
  all[0] = own;
  *found = all;
  return (uint16_t *)found;
}

// What counters become after a decision whose goal is 4095 or 0.
static inline Eight learned(Eight was, int16_t goal) {
  Eight all = (Eight)((Chances)was >> 4), times = was & 15;
  all += scaled(eight(goal) - all, rates_of(times));
  times -= times < 15;
  return (Eight)((Chances)all << 4) | times;
}

// What decides a bit of a symbol: the lines of its contexts, and what the guess says.
struct Decision {
  uint16_t *at[contexts];
  int kind, state;
  uint32_t foretold, rank, near;
};

static int pass_decision(const struct Decision *its, uint32_t node, Eight *other, int bit) {
  uint32_t place = node & 7;
  Eight was, said = {0};
  for (int context = 0; context < contexts; context++) was[context] = (int16_t)(its->at[context][place] ^ 0x8000);
  for (int context = 0; context < contexts; context++) said[context] = stretched[(uint16_t)was[context] >> 4];
  int32_t *trusted = &trust[its->kind][its->rank];
  int expected = its->foretold >> 31;
  // By itself, a node learns what mostly is there.
  said[contexts] = 512;
  if (its->state != nothing) said[contexts + 1] = expected ? stretched[*trusted >> 4] : -stretched[*trusted >> 4];
  Eight *own = &weights[its->kind][its->state][node];
  int32_t sum = product(__builtin_elementwise_add_sat(*own, *other), said) >> 14, most = middle_of_sums - 1;
  sum = (sum > most ? most : sum < -most ? -most : sum) + middle_of_sums;
  uint16_t *correction = corrections[(its->near + node) * 0x9E3779B1u >> (32 - near_bits)] + (sum >> 7);
  uint32_t mix = squashed[sum], part = sum & 127;
  bit = coded_within_bounds(bit, (mix + ((correction[0] * (128 - part) + correction[1] * part) >> 7)) >> 1);
  Eight change = scaled(said, eight((int16_t)((((bit << 16) - (int32_t)mix) * 25) >> 7)));
  *own += change;
  *other += change;
  was = learned(was, bit ? 4095 : 0);
  for (int context = 0; context < contexts; context++) its->at[context][place] = (uint16_t)(was[context] ^ 0x8000);
  uint16_t *nearest = correction + (part >= 64);
  *nearest = (uint16_t)(*nearest + (((bit ? 65535 : 0) - *nearest) >> 6));
  if (its->state != nothing) *trusted += ((bit == expected ? 65535 : 0) - *trusted) >> 7;
  return bit;
}

// Passes a symbol of a kind whose contexts have these hashes. The mixer goes by what came before, too. Who reads gives
// any symbol, and gets the one that it is.
static int pass_decisions(int kind, int symbol, const uint32_t *hashes, uint8_t before, uint32_t near) {
  struct Decision its = {.kind = kind, .near = near * 0x85EBCA6Bu};
  int other_symbol = guess.is_wrong ? guess.symbol : -1;
  if (guess.symbol >= 0) {
    its.foretold = trees[kind].code[guess.symbol];
    its.rank = guess.is_wrong ? 32 : chance_of(guess.chance) >> 11;
    its.state = guess.is_wrong ? wrong : its.rank < 10 ? weak : its.rank < 20 ? fair : strong;
  }
  uint32_t code = trees[kind].code[symbol], node = 1, own_line = ~0u;
  for (uint32_t depth = 0;; depth++, code <<= 1, its.foretold <<= 1) {
    if (node >> 3 != own_line) {
      own_line = node >> 3;
      for (int context = 0; context < contexts; context++) its.at[context] = line(context, hashes[context], own_line);
    }
    const uint16_t *next = trees[kind].next[node];
    uint32_t deep = kind != operations ? 0 : depth < depths ? depth : depths - 1;
    // What was guessed and is not is no decision.
    int bit = next[0] == leaf + other_symbol ? 1 : next[1] == leaf + other_symbol ? 0
      : pass_decision(&its, node, &other_weights[before][deep], code >> 31);
    if (next[bit] >= leaf) return next[bit] - leaf;
    if (bit != (int)(its.foretold >> 31)) its.state = nothing;
    node = next[bit];
  }
}
