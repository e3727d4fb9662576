// The page's unpacker, as WebAssembly: the bytes that units.c has written as characters, what xz has packed, and the
// streams into which split.c has taken the engine apart, which are one module again. Sources/web/Page/unpack.js asks it. Memory is taken and never given back: the page
// drops the unpacker when all is unpacked.

#include "lzma.h"
#include "streams.h"

extern unsigned char __heap_base;
static uintptr_t top;

__attribute__((export_name("allocate"))) void *allocate(size_t size) {
  if (top == 0) top = (uintptr_t)&__heap_base;
  void *place = (void *)top;
  top = (top + size + 7) & ~(uintptr_t)7;
  size_t pages = __builtin_wasm_memory_size(0);
  if (top > pages << 16) {
    size_t more = ((top - (pages << 16)) >> 16) + 1;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) __builtin_trap();
  }
  return place;
}

static uint64_t digit(uint16_t unit) {
  unsigned digit = unit >= 0xE000 ? unit - 0x800u : unit;
  return digit - (digit > '<') - (digit > '\r') - (digit > '\n') - 1;
}

// The bytes in characters, of which four hold 63 bits, the first highest.
__attribute__((export_name("read"))) uint8_t *read(const uint16_t *units, size_t size) {
  enum { group_bits = 63, digits = 4, all_digits = 63484 };
  uint8_t *bytes = allocate(size);
  // What is left of a group is fewer bits than a byte's until the next is there.
  uint64_t group = 0;
  unsigned left = 0;
  for (size_t index = 0; index < size; index++) {
    if (left >= 8) {
      left -= 8;
      bytes[index] = (uint8_t)(group >> left);
      continue;
    }
    unsigned missing = 8 - left;
    uint8_t first = (uint8_t)(group << missing);
    group = 0;
    for (int place = digits - 1; place >= 0; place--) group = group * all_digits + digit(units[place]);
    units += digits;
    left = group_bits - missing;
    bytes[index] = first | (uint8_t)(group >> left);
  }
  return bytes;
}

__attribute__((export_name("unpack"))) uint8_t *unpacked(const uint8_t *from, size_t size) {
  uint8_t *bytes = allocate(size);
  unpack(from, bytes, size);
  return bytes;
}

// The streams in the order in which they are handed over, each read from its beginning on.
static const uint8_t *places[streams];
static uint8_t *made;

static void copy(int stream, size_t count) {
  for (; count > 0; count--) *made++ = *places[stream]++;
}

// A number as it stands: seven bits a byte, the lowest first.
static uint32_t copied_number(int stream) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *made++ = *places[stream]++;
    if (shift < 32) value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

static uint32_t number(const uint8_t **place) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = *(*place)++;
    value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

static void write_number(uint32_t value) {
  for (; value >= 128; value >>= 7) *made++ = (uint8_t)(value | 128);
  *made++ = (uint8_t)value;
}

// The locals of a function, those of 32 bits and others, of both the one that was taken last before all others.
static uint32_t recent[2][1 << 16], counts[2], count;

static void add_local(uint8_t type) {
  int kind = type != type_of_32_bits;
  recent[kind][counts[kind]++] = count++;
}

static void take_local(int kind) {
  uint32_t *all = recent[kind], rank = number(&places[kind ? other_locals : locals]), local = all[rank];
  for (; rank > 0; rank--) all[rank] = all[rank - 1];
  all[0] = local;
  write_number(local);
}

static void instruction(uint8_t operation) {
  if (operation >= first_access && operation <= last_access) {
    uint8_t alignment = usual_alignments[operation - first_access];
    if ((*places[operations] & ~alignment_bits) == alignment_mark) alignment = *places[operations]++ & alignment_bits;
    *made++ = alignment;
    uint8_t first = *places[offsets];
    copy(offsets, 1);
    if (first >= 128) copied_number(far_offsets);
    return;
  }
  switch (operation) {
  case 0x02: case 0x03: case 0x04: copied_number(operations); break;
  case 0x0C: case 0x0D: copied_number(labels); break;
  case 0x0E: for (uint32_t left = copied_number(labels) + 1; left > 0; left--) copied_number(labels); break;
  case 0x10: copied_number(calls); break;
  case 0x11: copied_number(calls), copied_number(calls); break;
  case 0x20: case 0x21: case 0x22: take_local(0); break;
  case 0x23: case 0x24: case 0x42: copied_number(wide); break;
  case 0x3F: case 0x40: copy(operations, 1); break;
  // A number that is added at once is a step.
  case 0x41: copied_number(*places[operations] == 0x6A ? steps : constants); break;
  case 0x43: copy(wide, 4); break;
  case 0x44: copy(wide, 8); break;
  case 0xFC: {
    uint32_t kind = copied_number(operations);
    copy(operations, kind == 10 ? 2 : kind == 11 ? 1 : 0);
  }
  }
}

// The parameters of each type of function, which are its first locals, and the type of each function.
static struct { uint32_t count; const uint8_t *types; } *parameters;
static uint32_t *types;

// A function has its size before it: so it is made a little behind its place, and then moved there.
static void function(uint32_t type) {
  enum { most = 5 };
  uint8_t *start = made, *first = start + most;
  made = first;
  count = counts[0] = counts[1] = 0;
  for (uint32_t index = 0; index < parameters[type].count; index++) add_local(parameters[type].types[index]);
  for (uint32_t groups = copied_number(rest); groups > 0; groups--) {
    for (uint32_t more = copied_number(rest); more > 0; more--) add_local(*places[rest]);
    copy(rest, 1);
  }
  for (unsigned depth = 1; depth > 0;) {
    uint8_t operation = *places[operations]++;
    // An operation that takes another local is marked.
    int is_other = operation >= other_mark + 0x20 && operation <= other_mark + 0x22;
    if (is_other) operation -= other_mark;
    *made++ = operation;
    if (operation == 0x0B) depth--;
    else if (operation >= 0x02 && operation <= 0x04) depth++;
    if (is_other) take_local(1);
    else instruction(operation);
  }
  size_t size = (size_t)(made - first);
  made = start;
  write_number((uint32_t)size);
  for (const uint8_t *from = first; size > 0; size--) *made++ = *from++;
}

static void read_types(const uint8_t *place) {
  uint32_t count = number(&place);
  parameters = allocate(count * sizeof *parameters);
  for (uint32_t type = 0; type < count; type++) {
    place++;
    parameters[type].count = number(&place);
    parameters[type].types = place;
    place += parameters[type].count;
    uint32_t results = number(&place);
    place += results;
  }
}

static void read_functions(const uint8_t *place) {
  uint32_t count = number(&place);
  types = allocate(count * sizeof *types);
  for (uint32_t index = 0; index < count; index++) types[index] = number(&place);
}

__attribute__((export_name("join"))) uint8_t *join(const uint8_t *const *from, size_t size) {
  for (int stream = 0; stream < streams; stream++) places[stream] = from[stream];
  uint8_t *bytes = allocate(size);
  made = bytes;
  for (copy(rest, 8); made < bytes + size;) {
    uint8_t section = *places[rest];
    copy(rest, 1);
    uint32_t count = copied_number(rest);
    if (section == 1) read_types(places[rest]);
    if (section == 3) read_functions(places[rest]);
    if (section == 10) {
      uint32_t functions = copied_number(rest);
      for (uint32_t index = 0; index < functions; index++) function(types[index]);
    } else {
      copy(section == 11 ? data : rest, count);
    }
  }
  return bytes;
}
