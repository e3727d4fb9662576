// Packs a module of WebAssembly or a text, for unpack.c:
//
//     pack text FILE <text
//     pack module OPERATIONS FUNCTIONS <engine.wasm
//
// A module, which recast.c has written, becomes two files: the operations of all functions with the sections behind
// them, and all else. So two can unpack it at a time. What they must know is printed: how many bytes the module has, and
// how many of them are before the sections behind its functions; and for some parts of the module up to which function
// they go, and up to which operation.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { packing = 1 };

static void refuse(const char *words) {
  fprintf(stderr, "pack: %s\n", words);
  exit(1);
}

#include "module.h"

static FILE *file;

static void put(uint32_t byte) { putc((int)(byte & 255), file); }

static inline int coded(int bit, uint32_t chance) {
  uint32_t middle = low + (uint32_t)((uint64_t)(high - low) * chance >> 16);
  if (bit) high = middle;
  else low = middle + 1;
  for (; (low ^ high) >> 24 == 0; low <<= 8, high = high << 8 | 255) put(high >> 24);
  return bit;
}

static void *taken_memory(size_t size) {
  void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
  if (!memory) refuse("there is not enough memory");
  return memset(memory, 0, (size + 63) / 64 * 64);
}

// The lengths of Huffman's codes by what was counted: two at a time that come least are joined.
static void make_lengths(int kind) {
  struct { uint64_t count; int parent, symbol, is_joined; } nodes[512];
  int all = 0;
  for (int symbol = 0; symbol < 256; symbol++) {
    if (counted[kind][symbol] == 0) continue;
    nodes[all].count = counted[kind][symbol];
    nodes[all].symbol = symbol;
    nodes[all++].is_joined = 0;
  }
  // A tree has two leaves at least.
  if (all == 1) {
    nodes[1] = nodes[0];
    nodes[1].symbol ^= 1;
    all++;
  }
  int leaves = all;
  for (;;) {
    int least = -1, second = -1;
    for (int node = 0; node < all; node++) {
      if (nodes[node].is_joined) continue;
      if (least < 0 || nodes[node].count < nodes[least].count) second = least, least = node;
      else if (second < 0 || nodes[node].count < nodes[second].count) second = node;
    }
    if (second < 0) break;
    nodes[least].is_joined = nodes[second].is_joined = 1;
    nodes[least].parent = nodes[second].parent = all;
    nodes[all].count = nodes[least].count + nodes[second].count;
    nodes[all++].is_joined = 0;
  }
  for (int node = 0; node < leaves; node++) {
    int depth = 0;
    for (int above = node; above != all - 1; above = nodes[above].parent) depth++;
    if (depth > most_depth) refuse("a symbol comes too seldom");
    trees[kind].length[nodes[node].symbol] = (uint8_t)depth;
  }
}

enum { most_bytes = 64 << 20, parts_of_module = 8 };
static uint8_t all_bytes[most_bytes];
static size_t size;

// What is passed with each part of the functions: all of them up to one, and all operations up to one, with those
// ahead.
static struct { uint32_t functions, operations; } ends[parts_of_module];

// Goes through the module, and writes down its operations. Returns where its functions end.
static uint8_t *note_module(void) {
  all_operations = next_operation = taken_memory(size + most_ahead);
  place = all_bytes;
  noting = counting = 1;
  uint32_t functions = pass_beginning(), first = 0;
  for (uint32_t part = 0; part < parts_of_module; part++) {
    ends[part].functions = (uint32_t)((uint64_t)functions * (part + 1) / parts_of_module);
    pass_functions(first, ends[part].functions);
    first = ends[part].functions;
    ends[part].operations = (uint32_t)(next_operation - all_operations);
  }
  uint32_t count_of_operations = ends[parts_of_module - 1].operations;
  for (int part = 0; part < parts_of_module; part++) {
    ends[part].operations += most_ahead;
    if (ends[part].operations > count_of_operations) ends[part].operations = count_of_operations;
  }
  noting = 0;
  return place;
}

// Begins anew, where nothing came before.
static void forget_contexts(void) {
  earlier = 0;
  ahead = no_operations;
  for (int kind = 0; kind < kinds; kind++)
    for (int count = parts[kind] = 0; count < 4; count++) previous[kind][count] = 0;
  for (int feature = 0; feature < features; feature++) known[feature] = 0;
}

// What is packed, and the functions' end in a module.
enum target { all_of_text, all_operations_and_ending, all_else };
static uint8_t *end_of_functions;
static const unsigned bits_of[] = {text_bits, operation_bits, function_bits};

static void pass_all(enum target target) {
  forget_contexts();
  place = all_bytes;
  next_operation = all_operations;
  switch (target) {
  case all_of_text: pass_text(size); break;
  case all_operations_and_ending:
    pass_operations(0, ends[parts_of_module - 1].operations);
    place = end_of_functions;
    pass_ending(all_bytes + size);
    break;
  case all_else:
    pass_beginning();
    pass_functions(0, ends[parts_of_module - 1].functions);
  }
}

static void pack(enum target target, const char *path) {
  memset(counted, 0, sizeof counted);
  counting = 1;
  pass_all(target);
  counting = 0;
  for (int kind = 0; kind < kinds; kind++) make_lengths(kind);
  file = fopen(path, "wb");
  if (!file) refuse("the file cannot be written");
  high = 0xFFFFFFFF;
  pass_lengths();
  begin_model(size * 2, bits_of[target], taken_memory);
  pass_all(target);
  for (int shift = 24; shift >= 0; shift -= 8) put(high >> shift);
  if (fclose(file) != 0) refuse("the file cannot be written");
}

// Each file is packed by a process of its own, because the model learns only once.
static void pack_module(const char *operations_path, const char *functions_path) {
  end_of_functions = note_module();
  printf("data-size=\"%zu\" data-ending=\"%zu\" data-parts=\"", size, (size_t)(end_of_functions - all_bytes));
  for (int part = 0; part < parts_of_module; part++)
    printf("%s%u:%u", part == 0 ? "" : " ", ends[part].functions, ends[part].operations);
  printf("\"\n");
  fflush(stdout);
  int child = fork(), status;
  if (child < 0) refuse("no process can be made");
  pack(child == 0 ? all_operations_and_ending : all_else, child == 0 ? operations_path : functions_path);
  if (child > 0 && (waitpid(child, &status, 0) != child || status != 0)) refuse("the operations are not packed");
}

int main(int count_of_arguments, char **arguments) {
  int is_text = count_of_arguments == 3 && strcmp(arguments[1], "text") == 0;
  int is_module = count_of_arguments == 4 && strcmp(arguments[1], "module") == 0;
  if (!is_text && !is_module) refuse("say 'text FILE' or 'module OPERATIONS FUNCTIONS'");
  size = fread(all_bytes, 1, most_bytes, stdin);
  if (size == most_bytes) refuse("this is too large");
  end_of_all = all_bytes + size;
  if (is_text) pack(all_of_text, arguments[2]);
  else pack_module(arguments[2], arguments[3]);
  return 0;
}
