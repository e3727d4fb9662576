// The page's unpacker, as WebAssembly: what pack.c has packed, read from the characters that units.c has made of it.
// Sources/web/Page/unpack.js asks it. Memory is taken and never given back: the page drops the unpacker when something
// is unpacked. What is read was written by `.ci/page`, and is trusted.

enum { packing = 0 };

static void refuse(const char *words) {
  (void)words;
  __builtin_trap();
}

#include "module.h"

// A name by which the page calls a function.
#define EXPORTED(name) __attribute__((export_name(#name)))

extern unsigned char __heap_base;
static uintptr_t top;

EXPORTED(allocate) void *allocate(size_t size) {
  if (top == 0) top = ((uintptr_t)&__heap_base + 63) & ~(uintptr_t)63;
  void *memory = (void *)top;
  top = (top + size + 63) & ~(uintptr_t)63;
  size_t pages = __builtin_wasm_memory_size(0);
  if (top > pages << 16) {
    size_t more = ((top - (pages << 16)) >> 16) + 1;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) __builtin_trap();
  }
  return memory;
}

// Characters, of which four hold 63 bits, and what is left of those; and as many bytes as the coder looks at.
static const uint16_t *units;
static uint64_t held;
static unsigned held_bits;
static uint32_t value;
// Where what is unpacked begins.
static uint8_t *made;

static uint64_t digit(void) {
  uint32_t unit = *units++;
  unit -= unit >= 0xE000 ? 0x800 : 0;
  return unit - (unit > '<') - (unit > '\r') - (unit > '\n') - 1;
}

static uint32_t next_byte(void) {
  enum { group_bits = 63, all_digits = 63484 };
  if (held_bits >= 8) return held >> (held_bits -= 8) & 255;
  uint64_t group = digit();
  for (uint64_t worth = all_digits, more = 3; more > 0; more--, worth *= all_digits) group += worth * digit();
  unsigned missing = 8 - held_bits;
  uint32_t byte = (held << missing | group >> (group_bits - missing)) & 255;
  held = group;
  held_bits = group_bits - missing;
  return byte;
}

static inline int coded(int bit, uint32_t chance) {
  uint32_t middle = low + (uint32_t)((uint64_t)(high - low) * chance >> 16);
  bit = value <= middle;
  if (bit) high = middle;
  else low = middle + 1;
  for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255) value = value << 8 | next_byte();
  return bit;
}

// Begins to unpack what these characters hold: at most so many symbols, and so many bytes.
static void begin(const uint16_t *from, size_t symbols, size_t size, unsigned bits) {
  units = from;
  high = 0xFFFFFFFF;
  for (int count = 0; count < 4; count++) value = value << 8 | next_byte();
  pass_lengths();
  begin_model(symbols, bits, allocate);
  // A function is made a little behind its place.
  made = place = allocate(size + most_declared + 64);
}

EXPORTED(unpack_text) uint8_t *unpack_text(const uint16_t *from, size_t size) {
  begin(from, size, size, text_bits);
  pass_text(size);
  return made;
}

// The operations of a module, of which there are so many, and then the sections behind the functions. Says where the
// operations will be.
EXPORTED(begin_operations) uint8_t *begin_operations(const uint16_t *from, uint32_t count_of_operations, size_t size) {
  begin(from, count_of_operations + size, size, operation_bits);
  return all_operations = allocate(count_of_operations);
}

EXPORTED(unpack_operations) void unpack_operations(uint32_t first, uint32_t end) { pass_operations(first, end); }

EXPORTED(unpack_ending) uint8_t *unpack_ending(size_t size) {
  pass_ending(made + size);
  return made;
}

// The functions of a module that has so many operations, and what is before them. Says where the operations must be.
EXPORTED(begin_functions) uint8_t *begin_functions(const uint16_t *from, uint32_t count_of_operations, size_t size) {
  begin(from, size * 2, size, function_bits);
  // What is ahead of the last operation is read, too.
  all_operations = next_operation = allocate(count_of_operations + most_ahead);
  pass_beginning();
  return all_operations;
}

EXPORTED(unpack_functions) uint8_t *unpack_functions(uint32_t first, uint32_t end) {
  pass_functions(first, end);
  return made;
}
