// Writes a module of WebAssembly anew, so that it does the same and packs smaller:
//
//     recast <linked.wasm >engine.wasm
//
// LLVM has put many values into few locals, one after the other. Here each value has a local of its own, but where it
// meets others: so most values go into a local that nothing has been in, and locals are numbered as they come. Which
// one that is, module.h knows without being told. Functions that are the same become one, which wasm-ld leaves as they
// are; and those that are called through the table stand in its order, so that it mostly counts up.
// https://webassembly.github.io/spec/core/binary/index.html

#include "values.h"

// MARK: Functions that are the same

static struct Function *functions;
static uint32_t count_of_functions;

// Writes the instructions of a function that calls others by new numbers.
static void put_function(Bytes *to, const Bytes *made, const uint32_t *numbers) {
  const Byte *from = made->bytes, *behind = limit = from + made->count;
  for (uint32_t groups = number(&from); groups > 0; groups--) {
    number(&from);
    from++;
  }
  const Byte *copied = made->bytes;
  while (from < behind) {
    struct Instruction its = instruction(from);
    from = its.behind;
    if (its.code != call) continue;
    if (its.number >= count_of_functions) refuse("there is no such function");
    put(to, copied, (size_t)(its.argument - copied));
    put_number(to, numbers[its.number]);
    copied = from;
  }
  put(to, copied, (size_t)(behind - copied));
}

// Of each function the first that is the same: as long as there are more of them, those that call them may be, too.
static uint32_t *find_same(void) {
  uint32_t *same = taken_memory(sizeof *same * count_of_functions), room = 4 * count_of_functions;
  struct { uint32_t first, size; size_t place; } *found = NULL;
  Bytes all = {0};
  for (uint32_t index = 0; index < count_of_functions; index++) same[index] = index;
  for (int goes_on = 1; goes_on;) {
    goes_on = 0;
    all.count = 0;
    found = memset(grown(found, sizeof *found * room), 0, sizeof *found * room);
    for (uint32_t index = 0; index < count_of_functions; index++) {
      if (same[index] != index) continue;
      size_t place = all.count;
      put_number(&all, functions[index].type);
      put_function(&all, &functions[index].made, same);
      uint32_t size = (uint32_t)(all.count - place), hash = 2166136261u;
      for (size_t byte = place; byte < all.count; byte++) hash = (hash ^ all.bytes[byte]) * 16777619u;
      for (hash %= room; found[hash].size > 0; hash = (hash + 1) % room)
        if (found[hash].size == size && memcmp(all.bytes + found[hash].place, all.bytes + place, size) == 0) break;
      if (found[hash].size > 0) {
        same[index] = found[hash].first;
        goes_on = 1;
      } else {
        found[hash].first = index, found[hash].size = size, found[hash].place = place;
      }
    }
    for (uint32_t index = 0; index < count_of_functions; index++) same[index] = same[same[index]];
  }
  free(found);
  free(all.bytes);
  return same;
}

// MARK: Sections

enum { section_of_types = 1, imports, section_of_functions, exports = 7, start, elements, code, sections = 14 };
static struct { const Byte *from, *behind; } parts[sections];
// In which order they stand.
static int order[sections], count_of_parts;

// Begins to read a section, and says how many things it has.
static uint32_t begin(int section, const Byte **from) {
  *from = parts[section].from;
  limit = parts[section].behind;
  if (!*from) refuse("a section is not there");
  return number(from);
}

static const Byte *passed(const Byte *from, uint32_t size) {
  if (size > (size_t)(limit - from)) refuse("a section is cut off");
  return from + size;
}

static void read_module(const Byte *from, size_t size) {
  const Byte *behind = limit = from + size;
  for (from = passed(from, 8); from < behind;) {
    int section = *from++;
    uint32_t length = number(&from);
    if (section == 0 || section >= sections || parts[section].from) refuse("there is an unknown section");
    if (section == imports || section == start) refuse("a module with imports or a start is not expected");
    order[count_of_parts++] = section;
    parts[section].from = from;
    parts[section].behind = from = passed(from, length);
  }
  types = taken_memory(sizeof *types * (count_of_types = begin(section_of_types, &from)));
  for (uint32_t type = 0; type < count_of_types; type++) {
    from = passed(from, 1);
    types[type].count = number(&from);
    types[type].types = from;
    from = passed(from, types[type].count);
    uint32_t results = number(&from);
    from = passed(from, results);
  }
  functions = taken_memory(sizeof *functions * (count_of_functions = begin(section_of_functions, &from)));
  for (uint32_t index = 0; index < count_of_functions; index++)
    if ((functions[index].type = number(&from)) >= count_of_types) refuse("there is no such type");
  if (begin(code, &from) != count_of_functions) refuse("not each function has its code");
  for (uint32_t index = 0; index < count_of_functions; index++) {
    uint32_t length = number(&from);
    functions[index].from = from;
    functions[index].behind = from = passed(from, length);
  }
}

// The functions that are called through the table. Says how many there are, and where the first one stands.
static uint32_t begin_elements(const Byte **from) {
  if (begin(elements, from) != 1 || number(from) != 0) refuse("one table is expected");
  while (*from < limit && **from != end) *from = instruction(*from).behind;
  *from = passed(*from, 1);
  return number(from);
}

// Puts in the place of what is the same the new number of each function, and in `kept` those that are kept, in their
// order. Says how many.
static uint32_t put_in_order(uint32_t *same, uint32_t *kept) {
  Byte *is_in_table = taken_memory(count_of_functions);
  const Byte *from;
  uint32_t count = 0, all = begin_elements(&from), *of_table = taken_memory(sizeof *of_table * all), in_table = 0;
  for (; all > 0; all--) {
    uint32_t function = number(&from);
    if (function >= count_of_functions) refuse("there is no such function");
    function = same[function];
    if (!is_in_table[function]) of_table[in_table++] = function;
    is_in_table[function] = 1;
  }
  for (uint32_t function = 0; function < count_of_functions; function++)
    if (same[function] == function && !is_in_table[function]) kept[count++] = function;
  for (uint32_t index = 0; index < in_table; index++) kept[count++] = of_table[index];
  uint32_t *numbers = taken_memory(sizeof *numbers * count_of_functions);
  for (uint32_t index = 0; index < count; index++) numbers[kept[index]] = index;
  for (uint32_t function = 0; function < count_of_functions; function++) numbers[function] = numbers[same[function]];
  memcpy(same, numbers, sizeof *same * count_of_functions);
  free(numbers);
  free(of_table);
  free(is_in_table);
  return count;
}

static void put_section(int section, Bytes *to, const uint32_t *numbers, const uint32_t *kept, uint32_t count) {
  const Byte *from;
  uint32_t left = begin(section, &from);
  const Byte *copied = parts[section].from;
  switch (section) {
  case section_of_functions:
    put_number(to, count);
    for (uint32_t index = 0; index < count; index++) put_number(to, functions[kept[index]].type);
    return;
  case code:
    put_number(to, count);
    for (uint32_t index = 0; index < count; index++) {
      Bytes own = {0};
      put_function(&own, &functions[kept[index]].made, numbers);
      put_number(to, (uint32_t)own.count);
      put(to, own.bytes, own.count);
      free(own.bytes);
    }
    return;
  case elements:
    left = begin_elements(&from);
    put(to, copied, (size_t)(from - copied));
    for (; left > 0; left--) put_number(to, numbers[number(&from)]);
    return;
  case exports:
    for (; left > 0; left--) {
      uint32_t length = number(&from);
      from = passed(passed(from, length), 1);
      int is_function = from[-1] == 0;
      const Byte *behind_kind = from;
      uint32_t index = number(&from);
      if (!is_function) continue;
      if (index >= count_of_functions) refuse("there is no such function");
      put(to, copied, (size_t)(behind_kind - copied));
      put_number(to, numbers[index]);
      copied = from;
    }
  }
  put(to, copied, (size_t)(parts[section].behind - copied));
}

int main(void) {
  enum { most_bytes = 64 << 20 };
  Byte *all = taken_memory(most_bytes);
  size_t size = fread(all, 1, most_bytes, stdin);
  if (size == most_bytes) refuse("this is too large");
  read_module(all, size);
  for (uint32_t index = 0; index < count_of_functions; index++) give_locals(&functions[index]);
  uint32_t *numbers = find_same(), *kept = taken_memory(sizeof *kept * count_of_functions);
  uint32_t count = put_in_order(numbers, kept);
  Bytes made = {0};
  put(&made, all, 8);
  for (int part = 0; part < count_of_parts; part++) {
    Bytes section = {0};
    put_section(order[part], &section, numbers, kept, count);
    put(&made, &(Byte){(Byte)order[part]}, 1);
    put_number(&made, (uint32_t)section.count);
    put(&made, section.bytes, section.count);
    free(section.bytes);
  }
  return fwrite(made.bytes, 1, made.count, stdout) != made.count || fflush(stdout) != 0;
}
