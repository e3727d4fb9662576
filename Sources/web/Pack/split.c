// Takes a WebAssembly module apart into streams of like bytes, each of which packs better alone:
// split FOLDER <engine.wasm, which Sources/web/Pack/unpack.c makes one again. The streams are files of FOLDER:
//
//     operations            what instructions do, and alignments that are not the usual ones
//     locals, other_locals  which local they take, by how many others have been taken since: where code was copied,
//                           the numbers of its locals are others, and these are the same. Locals of 32 bits are
//                           counted for themselves, and so are those of other types, whose operations are marked
//     constants, steps      numbers of 32 bits, as they stand; a step is one that is added at once
//     offsets, far_offsets  the first byte of an offset, and those behind it
//     wide, calls, labels   other numbers of instructions, as they stand
//     data                  the section of data
//     rest                  all else: sections before and after the code, and the locals that functions declare
//
// How many bytes a function has follows from its instructions: its last `end` is the one that opens nothing.
// https://webassembly.github.io/spec/core/binary/instructions.html

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "streams.h"

static const char *const names[streams] = {
  "operations", "locals", "other_locals", "constants", "steps", "offsets", "far_offsets", "wide", "calls",
  "labels", "data", "rest",
};
enum { most_bytes = 64 << 20, most_locals = 1 << 16, most_types = 1 << 16, most_functions = 1 << 20 };
static FILE *files[streams];
static uint8_t bytes[most_bytes];
static size_t place, end;

static void refuse(const char *words) {
  fprintf(stderr, "split: byte %zu: %s\n", place, words);
  exit(1);
}

static uint8_t next(void) {
  if (place >= end) refuse("the module ends within something");
  return bytes[place++];
}

static void copy(int stream, size_t count) {
  if (count > end - place) refuse("the module ends within something");
  fwrite(bytes + place, 1, count, files[stream]);
  place += count;
}

static uint32_t number(void) {
  uint32_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    uint8_t byte = next();
    value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
  refuse("a number is too long");
  return 0;
}

// A number of any width and sign, as it stands.
static void copy_number(int stream) {
  size_t first = place;
  while (next() >= 128) {}
  size_t count = place - first;
  place = first;
  copy(stream, count);
}

static uint32_t copied_number(int stream) {
  size_t first = place;
  uint32_t value = number();
  place = first;
  copy_number(stream);
  return value;
}

static void write_number(int stream, uint32_t value) {
  for (; value >= 128; value >>= 7) putc((int)(value & 127) | 128, files[stream]);
  putc((int)value, files[stream]);
}

static uint32_t types[most_functions];
static struct { uint32_t count; const uint8_t *types; } parameters[most_types];

// The parameters of each type of function: they are its first locals.
static void read_types(size_t stop) {
  for (uint32_t type = 0, count = number(); type < count; type++) {
    if (type >= most_types || next() != 0x60) refuse("a type is none of a function");
    parameters[type].count = number();
    parameters[type].types = bytes + place;
    place += parameters[type].count;
    uint32_t results = number();
    place += results;
  }
  if (place != stop) refuse("the types end elsewhere");
}

static void read_functions(size_t stop) {
  for (uint32_t function = 0, count = number(); function < count; function++) {
    if (function >= most_functions) refuse("there are too many functions");
    types[function] = number();
    if (types[function] >= most_types) refuse("there is no such type");
  }
  if (place != stop) refuse("the functions end elsewhere");
}

// The locals of a function: of each whether it has not 32 bits, and of both kinds those, the last that was taken first.
static uint8_t is_other[most_locals];
static uint32_t recent[2][most_locals], counts[2], count;

static void add_locals(uint32_t more, const uint8_t *type, int step) {
  if (more > most_locals - count) refuse("a function has too many locals");
  for (; more > 0; more--, type += step, count++) {
    is_other[count] = *type != type_of_32_bits;
    recent[is_other[count]][counts[is_other[count]]++] = count;
  }
}

// The instruction that takes a local, and which.
static void take_local(uint8_t code) {
  uint32_t local = number(), rank = 0;
  if (local >= count) refuse("there is no such local");
  uint8_t kind = is_other[local];
  uint32_t *all = recent[kind];
  while (all[rank] != local) rank++;
  memmove(all + 1, all, rank * sizeof *all);
  all[0] = local;
  putc(code + kind * other_mark, files[operations]);
  write_number(kind ? other_locals : locals, rank);
}

static void take_alignment(uint8_t usual) {
  uint8_t alignment = next();
  if (alignment > alignment_bits) refuse("an alignment is too large");
  if (alignment != usual) putc(alignment_mark | alignment, files[operations]);
}

static void take_offset(void) {
  uint8_t first = bytes[place];
  copy(offsets, 1);
  if (first >= 128) copy_number(far_offsets);
}

// Whether the number that comes now is added by the instruction behind it.
static int is_step(void) {
  size_t behind = place;
  while (behind < end && bytes[behind] >= 128) behind++;
  return behind + 1 < end && bytes[behind + 1] == 0x6A;
}

static void instruction(uint8_t code) {
  if (code >= 0x20 && code <= 0x22) return take_local(code);
  putc(code, files[operations]);
  switch (code) {
  case 0x02: case 0x03: case 0x04: copy_number(operations); break;
  case 0x0C: case 0x0D: copy_number(labels); break;
  case 0x0E: for (uint32_t left = copied_number(labels) + 1; left > 0; left--) copy_number(labels); break;
  case 0x10: copy_number(calls); break;
  case 0x11: copy_number(calls); copy_number(calls); break;
  case 0x23: case 0x24: copy_number(wide); break;
  case 0x3F: case 0x40: copy(operations, 1); break;
  case 0x41: copy_number(is_step() ? steps : constants); break;
  case 0x42: copy_number(wide); break;
  case 0x43: copy(wide, 4); break;
  case 0x44: copy(wide, 8); break;
  // Copying and filling of memory, and conversions that trap nowhere.
  case 0xFC: {
    uint32_t kind = copied_number(operations);
    if (kind > 7 && kind != 10 && kind != 11) refuse("this operation is not known");
    copy(operations, kind == 10 ? 2 : kind == 11 ? 1 : 0);
    break;
  }
  default:
    if (code >= first_access && code <= last_access) {
      take_alignment(usual_alignments[code - first_access]);
      take_offset();
    } else if (code == 0x1C || code > 0xC4 || (code > 0x05 && code < 0x0B)) {
      refuse("this operation is not known");
    }
  }
}

static void function(uint32_t index) {
  size_t stop = number();
  stop += place;
  count = counts[0] = counts[1] = 0;
  add_locals(parameters[types[index]].count, parameters[types[index]].types, 1);
  for (uint32_t groups = copied_number(rest); groups > 0; groups--) {
    uint32_t more = copied_number(rest);
    add_locals(more, bytes + place, 0);
    copy(rest, 1);
  }
  for (unsigned depth = 1; depth > 0;) {
    uint8_t code = next();
    if (code >= 0x02 && code <= 0x04) depth++;
    if (code == 0x0B) depth--;
    instruction(code);
  }
  if (place != stop) refuse("a function ends elsewhere");
}

int main(int argument_count, char **arguments) {
  if (argument_count != 2) return 64;
  for (int stream = 0; stream < streams; stream++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", arguments[1], names[stream]);
    files[stream] = fopen(path, "wb");
    if (!files[stream]) refuse("a stream cannot be written");
  }
  end = fread(bytes, 1, sizeof bytes, stdin);
  if (end == sizeof bytes) refuse("the module is too large");
  for (copy(rest, 8); place < end;) {
    uint8_t section = next();
    putc(section, files[rest]);
    size_t stop = copied_number(rest);
    size_t first = place;
    stop += place;
    if (section == 1) read_types(stop);
    if (section == 3) read_functions(stop);
    place = first;
    if (section == 10) {
      for (uint32_t index = 0, all = copied_number(rest); index < all; index++) function(index);
      if (place != stop) refuse("the code ends elsewhere");
    } else {
      copy(section == 11 ? data : rest, stop - place);
    }
  }
  for (int stream = 0; stream < streams; stream++) {
    if (fclose(files[stream]) != 0) refuse("a stream cannot be written");
  }
  return 0;
}
