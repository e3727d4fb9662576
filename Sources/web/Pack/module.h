// A module of WebAssembly, from its beginning to its end, and the symbols that it is made of:
//
//     operations            what instructions do; before a load or a store, an alignment that is not the usual one
//     locals, other_locals  which local they take: 0 if nothing has been in it, because that is the next one; or by how
//                           many others have been taken since: where code was copied, the numbers of its locals are
//                           others, and these are the same. Locals of 32 bits are counted for themselves, and so are
//                           those of other types, whose operations are marked
//     constants, steps      numbers of 32 bits, byte by byte; a step is one that is added at once
//     offsets, far_offsets  the first byte of an offset, and those behind it
//     wide, calls, labels   other numbers of instructions
//     data                  the section of data
//     rest                  all else: sections before and after the code, and of other locals than of 32 bits the type
//
// The same walk packs and unpacks. Whoever packs has the module, and hands over what stands at its place; whoever
// unpacks gets it, and writes it there. All operations are passed by themselves: so two can unpack at a time, and what
// an instruction takes is foretold by the instructions ahead, too. How many bytes a function has follows from its
// instructions: its last `end` is the one that opens nothing. Its locals are those that it takes: recast.c has written
// the module so.
// https://webassembly.github.io/spec/core/binary/instructions.html

#include "contexts.h"

enum {
  local_get = 0x20, local_set, local_tee, first_load = 0x28, first_store = 0x36, last_store = 0x3E, constant = 0x41,
  add = 0x6A,
  // What is added to an operation that takes a local of other than 32 bits; a constant that is added at once; what
  // stands before an alignment that is not the usual one. No operation has such a code.
  other_mark = 0xB0, step = 0xD3, alignment_mark = 0xF0, alignment_bits = 7,
  type_of_32_bits = 0x7F, no_type = 0x40,
};
// The usual alignments of loads and stores, as powers of two: so many bytes they take.
static const uint8_t usual_alignments[] = {2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2};

enum {
  most_types = 1 << 14, most_functions = 1 << 18, most_locals = 1 << 16, most_on_stack = 1 << 16, most_blocks = 1 << 12
};
static struct { uint32_t count, results; const uint8_t *types; } types[most_types];
static uint32_t function_types[most_functions];

// The operations of all functions, and the next; and whether it is to be written down first, by who packs.
static uint8_t *all_operations, *next_operation;
static int noting;

// The locals of a function: those of 32 bits and others, of both the one that was taken last before all others. Of each
// its type, what was done with it, and the last offset from it.
static uint32_t taken[2][most_locals], counts[2], count, fields[most_locals];
static uint8_t type_of[most_locals], use_of[most_locals];
// How many locals a function declares with its parameters, for who packs; and how many bytes that may take.
static uint32_t declared;
enum { most_declared = 1 << 14 };
// The stack: types, and the local that a value was taken from, counted from 1.
static struct { uint32_t local; uint8_t type; } on_stack[most_on_stack];
static struct { uint32_t height, type; } blocks[most_blocks];
static uint32_t height, opened;

static uint8_t short_type(uint32_t type) { return type >= 0x7C && type <= 0x7F ? (uint8_t)(0x80 - type) : 5; }

static void add_local(uint8_t type) {
  int kind = type != type_of_32_bits;
  if (count == most_locals) refuse("a function has too many locals");
  taken[kind][counts[kind]++] = count;
  type_of[count] = type;
  use_of[count] = 0;
  fields[count++] = 0;
}

// MARK: The stack, as far as it is known: behind what never comes back it is empty

static uint32_t ground(void) { return opened > 0 ? blocks[opened - 1].height : 0; }

static void push(uint8_t type, uint32_t local) {
  if (height == most_on_stack) refuse("a function has too much on its stack");
  on_stack[height].type = type;
  on_stack[height++].local = local;
}

static uint32_t local_at(uint32_t depth) { return height >= depth ? on_stack[height - depth].local : 0; }

static void pop(uint32_t values) { height = height > ground() + values ? height - values : ground(); }

// Takes so many values from the stack, and puts one there.
static void make(uint32_t values, uint8_t type) {
  pop(values);
  push(type, 0);
}

static void call(uint32_t type, uint32_t more) {
  if (type >= most_types) refuse("there is no such type");
  pop(types[type].count + more);
  for (uint32_t left = types[type].results; left > 0; left--) push(1, 0);
}

static void open_block(int code, uint32_t type) {
  if (opened == most_blocks) refuse("a function has too many blocks");
  if (code == 0x04) pop(1);
  blocks[opened].height = height;
  blocks[opened++].type = type;
}

static void close_block(void) {
  if (opened == 0) return;
  uint32_t type = blocks[--opened].type;
  height = blocks[opened].height;
  if (type < no_type) call(type, 0);
  else if (type != no_type) push(short_type(type), 0);
}

static void follow(int code, uint32_t argument) {
  static const uint8_t loaded[] = {1, 2, 3, 4, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2};
  uint8_t top = height > ground() ? on_stack[height - 1].type : 0;
  switch (code) {
  case local_get: push(short_type(type_of[argument]), argument + 1); break;
  case local_tee: pop(1), push(top, argument + 1); break;
  case 0x02: case 0x03: case 0x04: open_block(code, argument); break;
  case 0x0B: close_block(); break;
  case 0x00: case 0x05: case 0x0C: case 0x0E: case 0x0F: height = ground(); break;
  case local_set: case 0x0D: case 0x1A: case 0x24: pop(1); break;
  case 0x10: call(argument < most_functions ? function_types[argument] : 0, 0); break;
  case 0x11: call(argument, 1); break;
  case 0x1B: pop(1), make(2, height > ground() ? on_stack[height - 1].type : 0); break;
  case 0x23: case 0x3F: case constant: push(1, 0); break;
  case step: { uint32_t local = local_at(1); pop(1), push(1, local); break; }
  case 0x42: case 0x43: case 0x44: push((uint8_t)(code - 0x40), 0); break;
  case 0x45: case 0x50: case 0xFC: make(1, 1); break;
  default:
    if (code >= first_load && code < first_store) make(1, loaded[code - first_load]);
    else if (code >= first_store && code <= last_store) pop(2);
    else if (code >= 0x46 && code <= 0x66) make(2, 1);
    else if ((code >= 0x6A && code <= 0x78) || (code >= 0x7C && code <= 0x8A) || (code >= 0x92 && code <= 0x98)
      || (code >= 0xA0 && code <= 0xA6)) pop(1);
    else if (code >= 0xA7 && code <= 0xBB) make(1, (uint8_t)(1 + (code >= 0xAC) + (code >= 0xB2) + (code >= 0xB7)));
    else if (code >= 0xBC && code <= 0xBF) make(1, (uint8_t)(code - 0xBB));
  }
  uint32_t depth = height - ground(), first = depth > 0 ? on_stack[height - 1].type : 0;
  known[stack] = (depth > 6 ? 6 : depth) * 36 + first * 6 + (depth > 1 ? on_stack[height - 2].type : 0);
}

// MARK: Operations

// All operations of all functions: who packs has noted them.
static void pass_operations(uint32_t first, uint32_t end) {
  for (uint32_t index = first; index < end; index++)
    all_operations[index] = (uint8_t)pass(operations, packing ? all_operations[index] : 0, 0);
}

// A byte that is part of an operation.
static uint8_t byte_of_operation(void) {
  if (noting && place >= end_of_all) refuse("the module ends within an operation");
  if (noting) *next_operation = *place;
  if (!packing) *place = *next_operation;
  place++;
  remember(operations, *next_operation, 0);
  return *next_operation++;
}

static uint32_t number_of_operation(void) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = byte_of_operation();
    if (shift < 32) value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

// Writes down the operation that stands here, and before it an alignment that is not the usual one.
static void note_operation(void) {
  int code = *place;
  const uint8_t *from = place + 1;
  if (code >= local_get && code <= local_tee) {
    uint32_t local = read_number(&from, end_of_all);
    if (local >= declared) refuse("there is no such local");
    if (type_of[local] != type_of_32_bits) code += other_mark;
  } else if (code == constant) {
    read_number(&from, end_of_all);
    if (*from == add) code = step;
  } else if (code >= first_load && code <= last_store && *from != usual_alignments[code - first_load]) {
    if (*from > alignment_bits) refuse("an alignment is too large");
    *next_operation = (uint8_t)(alignment_mark | *from);
    next_operation[1] = (uint8_t)code;
    return;
  }
  *next_operation = (uint8_t)code;
}

struct Operation { int code, alignment, is_of_others; };

static struct Operation operation(void) {
  if (noting) note_operation();
  struct Operation its = {.alignment = -1};
  if ((*next_operation & ~alignment_bits) == alignment_mark) {
    its.alignment = *next_operation & alignment_bits;
    remember(operations, *next_operation++, 0);
  }
  its.code = *next_operation++;
  remember(operations, its.code, 0);
  its.is_of_others = its.code >= other_mark + local_get && its.code <= other_mark + local_tee;
  if (its.is_of_others) its.code -= other_mark;
  if (!packing) *place = (uint8_t)(its.code == step ? constant : its.code);
  place++;
  return its;
}

// MARK: What instructions take

static void take_local(int code, int kind) {
  uint32_t *all = taken[kind], rank = 0, seen = 0, local = 0;
  if (packing) {
    const uint8_t *from = place;
    local = read_number(&from, end_of_all);
    place += from - place;
    while (rank < counts[kind] && all[rank] != local) rank++;
    if (rank == counts[kind] && local != count) refuse("recast has not written this module");
    // From 1 on; 0 is one that nothing has been in.
    rank = (rank + 1) % (counts[kind] + 1);
  }
  for (uint32_t other = 0; other < 4; other++) seen = seen * 12 + (other < counts[kind] ? use_of[all[other]] + 1 : 0);
  known[uses] = seen;
  rank = pass_number(kind ? other_locals : locals, rank);
  if (rank == 0) {
    add_local(kind ? (uint8_t)pass(rest, type_of[count], 0) : type_of_32_bits);
    rank = counts[kind];
  }
  local = all[--rank];
  for (; rank > 0; rank--) all[rank] = all[rank - 1];
  all[0] = local;
  if (!packing) write_number(local);
  follow(code, local);
  uint8_t use = use_of[local];
  use_of[local] = code == local_set ? 1 : code == local_tee ? 2 : use < 3 ? 3 : use < 8 ? use + 1 : 8;
}

static uint32_t field_of(uint32_t local) { return local > 0 ? fields[local - 1] + 1 : 0; }

// Notes that a field of what a local points to was asked for.
static void note_field(uint32_t local, uint32_t value) {
  if (local > 0) fields[local - 1] = value;
  known[field] = 0;
}

static void access_memory(struct Operation its) {
  uint32_t local = local_at(its.code >= first_store ? 2 : 1);
  follow(its.code, 0);
  if (!packing) *place = its.alignment < 0 ? usual_alignments[its.code - first_load] : (uint8_t)its.alignment;
  place++;
  known[field] = field_of(local);
  uint32_t offset = byte(offsets);
  if (offset >= 128) offset = (offset & 127) + (number(far_offsets) << 7);
  note_field(local, offset * 256 + (uint32_t)its.code);
}

static void take_step(void) {
  uint32_t local = local_at(1);
  follow(step, 0);
  known[field] = field_of(local);
  note_field(local, number(steps));
  if (!packing) *place = add;
  place++;
}

// Copying and filling of memory, and conversions that trap nowhere.
static void take_kind(void) {
  uint32_t kind = number_of_operation();
  if (kind > 7 && kind != 10 && kind != 11) refuse("this operation is not known");
  for (int left = kind == 10 ? 2 : kind == 11 ? 1 : 0; left > 0; left--) byte_of_operation();
}

static void call_through_table(void) {
  uint32_t type = number(calls);
  number(calls);
  follow(0x11, type);
}

static void take(struct Operation its) {
  int code = its.code;
  if (code >= local_get && code <= local_tee) return take_local(code, its.is_of_others);
  if (code >= first_load && code <= last_store) return access_memory(its);
  switch (code) {
  case 0x02: case 0x03: case 0x04: return follow(code, number_of_operation());
  case 0x10: return follow(code, number(calls));
  case 0x11: return call_through_table();
  case step: return take_step();
  }
  follow(code, 0);
  switch (code) {
  case 0x0C: case 0x0D: number(labels); break;
  case 0x0E: for (uint32_t left = number(labels) + 1; left > 0; left--) number(labels); break;
  case 0x23: case 0x24: case 0x42: number(wide); break;
  case 0x3F: case 0x40: byte_of_operation(); break;
  case constant: number(constants); break;
  case 0x43: bytes(wide, 4); break;
  case 0x44: bytes(wide, 8); break;
  case 0xFC: take_kind(); break;
  default: if (code == 0x1C || code > 0xC4 || (code > 0x05 && code < 0x0B)) refuse("this operation is not known");
  }
}

// MARK: Functions and sections

// Who packs looks ahead at all that a function declares.
static void read_declared(void) {
  const uint8_t *from = place;
  declared = count;
  for (uint32_t groups = read_number(&from, end_of_all); groups > 0; groups--) {
    uint32_t more = read_number(&from, end_of_all);
    if (more > most_locals - declared) refuse("a function has too many locals");
    for (; more > 0; more--) type_of[declared++] = *from;
    from++;
  }
  if (from - place > most_declared) refuse("a function has too many locals");
  place += from - place;
}

static void write_declared(uint32_t parameters) {
  uint32_t groups = 0;
  for (uint32_t local = parameters; local < count; local++)
    groups += local == parameters || type_of[local] != type_of[local - 1];
  write_number(groups);
  for (uint32_t local = parameters, more; local < count; local += more) {
    for (more = 1; local + more < count && type_of[local + more] == type_of[local];) more++;
    write_number(more);
    *place++ = type_of[local];
  }
}

// A function has before it its size and what locals it has, which is known at its end: so who unpacks makes it a little
// behind its place, and moves it there.
static void function(uint32_t type) {
  uint8_t *start = place, *first = place += most_declared + 5;
  count = counts[0] = counts[1] = height = opened = known[stack] = 0;
  for (; count < types[type].count;) add_local(types[type].types[count]);
  if (packing) {
    const uint8_t *from = start;
    read_number(&from, end_of_all);
    place = start + (from - start);
    read_declared();
  }
  ahead = next_operation;
  for (unsigned depth = 1; depth > 0;) {
    if (packing && place >= end_of_all) refuse("the module ends within a function");
    struct Operation its = operation();
    ahead = next_operation;
    if (its.code == 0x0B) depth--;
    else if (its.code >= 0x02 && its.code <= 0x04) depth++;
    take(its);
  }
  if (packing && count != declared) refuse("recast has not written this module");
  if (packing) return;
  size_t size = (size_t)(place - first);
  place = start;
  write_declared(types[type].count);
  size_t before = (size_t)(place - start);
  place = start;
  write_number((uint32_t)(before + size));
  write_declared(types[type].count);
  for (const uint8_t *from = first; size > 0; size--) *place++ = *from++;
}

static void pass_functions(uint32_t first, uint32_t end) {
  for (; first < end; first++) function(function_types[first]);
}

static uint32_t read_values(const uint8_t **from, const uint8_t *end) {
  uint32_t values = read_number(from, end);
  if (packing && values > (size_t)(end - *from)) refuse("a type is cut off");
  *from += values;
  return values;
}

static void read_types(const uint8_t *from, const uint8_t *end) {
  uint32_t all = read_number(&from, end);
  if (all > most_types) refuse("there are too many types");
  for (uint32_t type = 0; type < all; type++) {
    if (read_number(&from, end) != 0x60) refuse("a type is none of a function");
    types[type].count = read_values(&from, end);
    types[type].types = from - types[type].count;
    types[type].results = read_values(&from, end);
  }
}

static void read_functions(const uint8_t *from, const uint8_t *end) {
  uint32_t all = read_number(&from, end);
  if (all > most_functions) refuse("there are too many functions");
  for (uint32_t index = 0; index < all; index++) {
    function_types[index] = read_number(&from, end);
    if (function_types[index] >= most_types) refuse("there is no such type");
  }
}

// The functions that are called through the table, each by its number, from 1 on, or as the next that has not come yet.
static void pass_elements(void) {
  bytes(rest, 3);
  number(rest);
  byte(rest);
  uint32_t left = number(rest);
  const uint8_t *first = place;
  uint32_t next = pass_number(rest, packing ? read_number(&first, end_of_all) : 0);
  for (; left > 0; left--) {
    uint32_t function = 0;
    if (packing) {
      const uint8_t *from = place;
      function = read_number(&from, end_of_all);
      place += from - place;
      if (function > next) refuse("recast has not written this module");
    }
    function = pass_number(rest, function == next ? 0 : function + 1);
    function = function == 0 ? next++ : function - 1;
    if (!packing) write_number(function);
  }
}

// The sections before the code, up to how many functions there are. Returns that.
static uint32_t pass_beginning(void) {
  for (bytes(rest, 8);;) {
    if (packing && place >= end_of_all) refuse("the module has no functions");
    uint8_t section = byte(rest);
    uint32_t size = number(rest);
    if (section == 10) {
      uint32_t functions = number(rest);
      if (functions > most_functions) refuse("there are too many functions");
      return functions;
    }
    uint8_t *first = place;
    if (packing && size > (size_t)(end_of_all - place)) refuse("a section is too large");
    if (section == 9) pass_elements();
    else bytes(rest, size);
    if (packing && place != first + size) refuse("a section has another size");
    if (section == 1) read_types(first, place);
    if (section == 3) read_functions(first, place);
  }
}

// The sections behind the code, up to the end of the module.
static void pass_ending(const uint8_t *end) {
  while (place < end) {
    uint8_t section = byte(rest);
    uint32_t size = number(rest);
    if (packing && size > (size_t)(end_of_all - place)) refuse("a section is too large");
    if (section == 11) pass_data(size);
    else bytes(rest, size);
  }
}
