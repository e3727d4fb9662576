// What Swift expects of a platform that has nothing: memory that can be given back, blocks of bytes, numbers of 128
// bits, a rounded Double, and a seed for hashing. Nothing here knows of the simulator.

#include <stddef.h>
#include <stdint.h>

// Memory: free blocks in a list for each power of two from 16 bytes on, so that what a run gives back the next one
// takes. A block has its class in the sixteen bytes before it. Memory grows, and is never returned.

extern unsigned char __heap_base;
enum { classes = 32, least = 4 };
typedef struct block { struct block *next; } block;
static block *unused[classes];
static uintptr_t top;

static unsigned size_class(size_t size) {
  unsigned power = least;
  while (((size_t)1 << power) < size) power++;
  return power;
}

static void *fresh(size_t size) {
  if (top == 0) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t place = top;
  uintptr_t end = place + size;
  uintptr_t pages = (uintptr_t)__builtin_wasm_memory_size(0);
  if (end > pages << 16) {
    uintptr_t more = ((end - (pages << 16)) + 65535) >> 16;
    if (__builtin_wasm_memory_grow(0, more) == (size_t)-1) __builtin_trap();
  }
  top = end;
  return (void *)place;
}

__attribute__((export_name("allocate"))) void *malloc(size_t size) {
  if (size > (size_t)1 << 30) __builtin_trap();
  unsigned power = size_class(size + 16);
  block *own = unused[power];
  if (own) unused[power] = own->next;
  else own = fresh((size_t)1 << power);
  *(uint32_t *)own = power;
  return (char *)own + 16;
}

__attribute__((export_name("release"))) void free(void *pointer) {
  if (!pointer) return;
  block *own = (block *)((char *)pointer - 16);
  unsigned power = *(uint32_t *)own;
  own->next = unused[power];
  unused[power] = own;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > 16) return 22;
  *result = malloc(size);
  return 0;
}

// Blocks of bytes: with bulk memory each of these is one instruction.

void *memcpy(void *restrict to, const void *restrict from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  for (; count--; a++, b++) if (*a != *b) return *a < *b ? -1 : 1;
  return 0;
}

size_t strlen(const char *text) {
  size_t count = 0;
  while (text[count]) count++;
  return count;
}

// Hashing takes the same seed in every run: nothing of it can be seen, and runs repeat.
void arc4random_buf(void *to, size_t count) { memset(to, 0x5A, count); }

int putchar(int letter) { return letter; }

double round(double value) {
  double down = __builtin_floor(value < 0 ? -value : value), rest = (value < 0 ? -value : value) - down;
  return __builtin_copysign(rest >= 0.5 ? down + 1 : down, value);
}

// 128 bits, in two halves: wasm has none, and what the compiler calls is not there.

typedef unsigned __int128 wide;
typedef __int128 wide_signed;
typedef union { wide all; struct { uint64_t low, high; } half; } halves;

wide_signed __multi3(wide_signed a, wide_signed b) {
  halves x = {.all = (wide)a}, y = {.all = (wide)b}, result;
  uint64_t a0 = (uint32_t)x.half.low, a1 = x.half.low >> 32, b0 = (uint32_t)y.half.low, b1 = y.half.low >> 32;
  uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
  result.half.low = other << 32 | (uint32_t)low;
  result.half.high = a1 * b1 + (middle >> 32) + (other >> 32) + x.half.high * y.half.low + x.half.low * y.half.high;
  return (wide_signed)result.all;
}

wide_signed __ashlti3(wide_signed a, int by) {
  halves x = {.all = (wide)a}, result;
  if (by == 0) return a;
  if (by >= 64) result.half.low = 0, result.half.high = x.half.low << (by - 64);
  else result.half.low = x.half.low << by, result.half.high = x.half.high << by | x.half.low >> (64 - by);
  return (wide_signed)result.all;
}

wide __lshrti3(wide a, int by) {
  halves x = {.all = a}, result;
  if (by == 0) return a;
  if (by >= 64) result.half.high = 0, result.half.low = x.half.high >> (by - 64);
  else result.half.high = x.half.high >> by, result.half.low = x.half.low >> by | x.half.high << (64 - by);
  return result.all;
}

wide_signed __ashrti3(wide_signed a, int by) {
  halves x = {.all = (wide)a}, result;
  if (by == 0) return a;
  uint64_t sign = (uint64_t)((int64_t)x.half.high >> 63);
  if (by >= 64) result.half.high = sign, result.half.low = (uint64_t)((int64_t)x.half.high >> (by - 64));
  else {
    result.half.high = (uint64_t)((int64_t)x.half.high >> by);
    result.half.low = x.half.low >> by | x.half.high << (64 - by);
  }
  return (wide_signed)result.all;
}

static int zeros(wide value) {
  halves x = {.all = value};
  return x.half.high ? __builtin_clzll(x.half.high) : x.half.low ? 64 + __builtin_clzll(x.half.low) : 128;
}

// Long division, bit by bit from the first that can be set; short where both fit in one half.
static wide divide(wide number, wide by, wide *rest) {
  halves n = {.all = number}, d = {.all = by};
  if (d.half.high == 0 && d.half.low == 0) __builtin_trap();
  if (n.half.high == 0 && d.half.high == 0) {
    *rest = n.half.low % d.half.low;
    return n.half.low / d.half.low;
  }
  if (by > number) {
    *rest = number;
    return 0;
  }
  int shift = zeros(by) - zeros(number);
  wide quotient = 0;
  by = (wide)__ashlti3((wide_signed)by, shift);
  for (; shift >= 0; shift--) {
    quotient = (wide)__ashlti3((wide_signed)quotient, 1);
    if (number >= by) number -= by, quotient |= 1;
    by = __lshrti3(by, 1);
  }
  *rest = number;
  return quotient;
}

wide __udivti3(wide a, wide b) {
  wide rest;
  return divide(a, b, &rest);
}

wide __umodti3(wide a, wide b) {
  wide rest;
  divide(a, b, &rest);
  return rest;
}

wide_signed __divti3(wide_signed a, wide_signed b) {
  wide rest, quotient = divide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b, &rest);
  return (a < 0) != (b < 0) ? -(wide_signed)quotient : (wide_signed)quotient;
}

wide_signed __modti3(wide_signed a, wide_signed b) {
  wide rest;
  divide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b, &rest);
  return a < 0 ? -(wide_signed)rest : (wide_signed)rest;
}
