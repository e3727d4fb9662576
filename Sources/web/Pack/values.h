// Which values of a WebAssembly function can do with a local of their own, and which must share one, because they meet.
//
// That is found as for static single assignment: where several branches reach the end of a block, and where a loop
// begins, there is a meeting for each local in which they differ. Only where the value of a meeting is asked for, what
// has come there shares its local. No value is copied, and none is moved.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t Byte;
typedef struct { Byte *bytes; size_t count, room; } Bytes;

static void refuse(const char *words) {
  fprintf(stderr, "recast: %s\n", words);
  exit(1);
}

static void *grown(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) refuse("there is not enough memory");
  return memory;
}

// Room for one thing more in a list of so many.
static void *with_room(void *list, size_t size_of_one, uint32_t count, uint32_t *room) {
  return count < *room ? list : grown(list, size_of_one * (*room = 2 * *room + 64));
}

static void *taken_memory(size_t size) { return memset(grown(NULL, size + 1), 0, size + 1); }

static void put(Bytes *to, const void *from, size_t count) {
  if (to->count + count > to->room) to->bytes = grown(to->bytes, to->room = 2 * (to->count + count));
  memcpy(to->bytes + to->count, from, count);
  to->count += count;
}

static void put_number(Bytes *to, uint32_t value) {
  for (;; value >>= 7) {
    Byte byte = (Byte)((value & 127) | (value > 127 ? 128 : 0));
    put(to, &byte, 1);
    if (value < 128) return;
  }
}

// MARK: Reading

// Where what is read now ends.
static const Byte *limit;

static uint32_t number(const Byte **from) {
  uint32_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (*from >= limit) refuse("the module is cut off");
    Byte byte = *(*from)++;
    if (shift < 32) value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

enum {
  block = 0x02, loop, branch_on, otherwise, end = 0x0B, go, go_if, go_to_one, leave, call, call_through_table,
  get = 0x20, set, tee, first_access = 0x28, last_access = 0x3E, last_operation = 0xC4, longer = 0xFC
};
struct Instruction { int code; const Byte *argument, *behind; uint32_t number; };

// The instruction that stands here, its first number, and where the next one stands.
static struct Instruction instruction(const Byte *from) {
  struct Instruction its = {.code = from < limit ? *from : 0, .argument = from + 1, .behind = from + 1};
  int code = its.code, numbers = 0;
  if (code == call_through_table || (code >= first_access && code <= last_access)) numbers = 2;
  else if ((code >= block && code <= branch_on) || (code >= go && code <= go_to_one) || code == call
    || (code >= get && code <= 0x24) || (code >= 0x3F && code <= 0x42) || code == longer) numbers = 1;
  else if (code > last_operation || code == 0x1C || (code > otherwise && code < end)) refuse("an operation is not known");
  if (numbers > 0) its.number = number(&its.behind);
  if (code == go_to_one) numbers += (int)its.number + 1;
  if (code == longer) numbers += its.number == 10 ? 2 : its.number == 11 ? 1 : 0;
  while (--numbers > 0) number(&its.behind);
  its.behind += code == 0x43 ? 4 : code == 0x44 ? 8 : 0;
  return its;
}

// MARK: Values and where they meet

// What a local is given, or a meeting of such; the first ones are what locals begin with. Of each its local, another
// one that shares it or itself, the block where it is a meeting, what comes there, and whether it is asked for.
struct Value { uint32_t local, shared, meets, comes; int is_asked; };
static struct Value *values;
static struct { uint32_t value, next; } *coming;
static uint32_t count_of_values, count_of_coming, room_of_values, room_of_coming;

static uint32_t new_value(uint32_t local, uint32_t meets) {
  values = with_room(values, sizeof *values, count_of_values, &room_of_values);
  values[count_of_values] = (struct Value){.local = local, .shared = count_of_values, .meets = meets};
  return count_of_values++;
}

static void come(uint32_t meeting, uint32_t value) {
  coming = with_room(coming, sizeof *coming, count_of_coming, &room_of_coming);
  coming[count_of_coming].value = value;
  coming[count_of_coming++].next = values[meeting].comes;
  values[meeting].comes = count_of_coming;
}

static uint32_t shared(uint32_t value) {
  while (values[value].shared != value) value = values[value].shared = values[values[value].shared].shared;
  return value;
}

// A value that is asked for shares its local with all that comes to it, the first of them before others.
static void share(void) {
  static uint32_t *waiting, room;
  if (count_of_values > room) waiting = grown(waiting, sizeof *waiting * (room = 2 * count_of_values));
  uint32_t waits = 0;
  for (uint32_t value = 0; value < count_of_values; value++)
    if (values[value].is_asked) waiting[waits++] = value;
  while (waits > 0) {
    uint32_t value = waiting[--waits];
    for (uint32_t one = values[value].comes; one > 0; one = coming[one - 1].next) {
      uint32_t other = coming[one - 1].value, left = shared(value), right = shared(other);
      values[left > right ? left : right].shared = left > right ? right : left;
      if (values[other].is_asked) continue;
      values[other].is_asked = 1;
      waiting[waits++] = other;
    }
  }
}

// A block that is open: what each local holds for who branches to it, and where an `if` has another half.
struct Block { uint32_t number, *held, *for_other; int is_loop, is_reached; };
enum { most_blocks = 1 << 12, most_locals = 1 << 16 };
static struct Block blocks[most_blocks];
static uint32_t opened, opened_before, held[most_locals], count_of_locals;
// Whether an instruction can be reached here.
static int is_live;

static uint32_t *copy_of_held(void) {
  return memcpy(taken_memory(sizeof *held * count_of_locals), held, sizeof *held * count_of_locals);
}

static void branch(struct Block *to) {
  if (!is_live) return;
  if (!to->is_reached) {
    to->held = copy_of_held();
    to->is_reached = 1;
    return;
  }
  for (uint32_t local = 0; local < count_of_locals; local++) {
    uint32_t there = to->held[local];
    if (there == held[local]) continue;
    if (values[there].meets != to->number) {
      to->held[local] = new_value(local, to->number);
      come(to->held[local], there);
    }
    come(to->held[local], held[local]);
  }
}

static struct Block *outer(uint32_t depth) {
  if (depth >= opened) refuse("a branch leads nowhere");
  return &blocks[opened - 1 - depth];
}

static void open_block(int code) {
  if (opened == most_blocks) refuse("a function has too many blocks");
  struct Block *its = &blocks[opened++];
  *its = (struct Block){.number = ++opened_before, .is_loop = code == loop};
  if (code == branch_on && is_live) its->for_other = copy_of_held();
  if (code != loop || !is_live) return;
  for (uint32_t local = 0; local < count_of_locals; local++) {
    uint32_t meeting = new_value(local, its->number);
    come(meeting, held[local]);
    held[local] = meeting;
  }
  its->held = copy_of_held();
  its->is_reached = 1;
}

static void go_on_with(uint32_t *from) {
  is_live = from != NULL;
  if (is_live) memcpy(held, from, sizeof *held * count_of_locals);
}

// The other half of an `if`, or the end of a block. An `if` without another half passes on what it began with.
static void turn_to_other(struct Block *its) {
  branch(its);
  go_on_with(its->for_other);
  free(its->for_other);
  its->for_other = NULL;
}

static void close_block(void) {
  struct Block *its = outer(0);
  if (!its->is_loop) {
    if (its->for_other) turn_to_other(its);
    branch(its);
    go_on_with(its->held);
  }
  free(its->held);
  opened--;
}

// MARK: A function's locals

struct Function { uint32_t type; const Byte *from, *behind; Bytes made; };
static struct { uint32_t count; const Byte *types; } *types;
static uint32_t count_of_types;
enum { lowest_type = 0x7C, highest_type = 0x7F };
static Byte type_of[most_locals];

// The values that a function's instructions give to locals or ask for, one after the other.
static uint32_t *accesses, count_of_accesses, room_of_accesses;

static void follow(struct Instruction its) {
  int is_access = its.code >= get && its.code <= tee;
  if (is_access && its.number >= count_of_locals) refuse("there is no such local");
  if (is_access) {
    // What cannot be reached asks for nothing.
    uint32_t value = its.code != get ? new_value(its.number, 0) : is_live ? held[its.number] : its.number;
    if (its.code != get) held[its.number] = value;
    else if (is_live) values[value].is_asked = 1;
    accesses = with_room(accesses, sizeof *accesses, count_of_accesses, &room_of_accesses);
    accesses[count_of_accesses++] = value;
  }
  switch (its.code) {
  case block: case loop: case branch_on: open_block(its.code); break;
  case otherwise: turn_to_other(outer(0)); break;
  case end: close_block(); break;
  case go: case go_if: branch(outer(its.number)); break;
  case go_to_one: {
    const Byte *from = its.argument;
    for (uint32_t left = number(&from) + 1; left > 0; left--) branch(outer(number(&from)));
  }
  }
  if (its.code == 0 || its.code == go || its.code == go_to_one || its.code == leave) is_live = 0;
}

static Byte known_type(Byte type) {
  if (type < lowest_type || type > highest_type) refuse("a local has an unknown type");
  return type;
}

// Walks through a function to find what shares a local. Returns where its instructions begin.
static const Byte *find_values(const struct Function *function) {
  count_of_values = count_of_coming = count_of_accesses = count_of_locals = opened = opened_before = 0;
  is_live = 1;
  for (uint32_t parameters = types[function->type].count; count_of_locals < parameters; count_of_locals++) {
    type_of[count_of_locals] = known_type(types[function->type].types[count_of_locals]);
    new_value(count_of_locals, 0);
  }
  const Byte *from = function->from;
  limit = function->behind;
  for (uint32_t groups = number(&from); groups > 0; groups--) {
    uint32_t more = number(&from);
    if (more >= most_locals - count_of_locals) refuse("a function has too many locals");
    memset(type_of + count_of_locals, known_type(*from++), more);
    for (; more > 0; more--) new_value(count_of_locals++, 0);
  }
  const Byte *first = from;
  for (uint32_t local = 0; local < count_of_locals; local++) held[local] = local;
  open_block(block);
  while (from < function->behind) {
    struct Instruction its = instruction(from);
    follow(its);
    from = its.behind;
  }
  if (opened > 0 || from != function->behind) refuse("a function does not end");
  share();
  return first;
}

// Writes a function with locals of its values, in the order in which they come.
static void give_locals(struct Function *function) {
  const Byte *from = find_values(function);
  uint32_t parameters = types[function->type].count, count = parameters, groups = 0;
  // Of the first of all that share a local its number, from 1 on; and the types of locals.
  uint32_t *numbers = taken_memory(sizeof *numbers * count_of_values);
  Byte *given = taken_memory(count_of_values + parameters);
  for (uint32_t local = 0; local < parameters; local++) numbers[local] = local + 1;
  for (uint32_t access = 0; access < count_of_accesses; access++) {
    uint32_t value = shared(accesses[access]);
    if (numbers[value] > 0) continue;
    given[count] = type_of[values[value].local];
    groups += count == parameters || given[count] != given[count - 1];
    numbers[value] = ++count;
  }
  Bytes *made = &function->made;
  put_number(made, groups);
  for (uint32_t local = parameters, more; local < count; local += more) {
    for (more = 1; local + more < count && given[local + more] == given[local];) more++;
    put_number(made, more);
    put(made, given + local, 1);
  }
  for (uint32_t access = 0; from < function->behind;) {
    struct Instruction its = instruction(from);
    int is_access = its.code >= get && its.code <= tee;
    put(made, from, is_access ? 1 : (size_t)(its.behind - from));
    if (is_access) put_number(made, numbers[shared(accesses[access++])] - 1);
    from = its.behind;
  }
  free(given);
  free(numbers);
}
