// What split.c and unpack.c have to say alike of the streams of a module, which split.c describes.

#include <stdint.h>

enum {
  operations, locals, other_locals, constants, steps, offsets, far_offsets, wide, calls, labels, data, rest, streams
};

// What is added to an operation that takes a local of other than 32 bits: no operation has such a code.
enum { other_mark = 0xB0, type_of_32_bits = 0x7F };

// What stands behind a load or a store whose alignment is not the usual one, with that in its lowest bits.
enum { alignment_mark = 0xF0, alignment_bits = 7, first_access = 0x28, last_access = 0x3E };

// The usual alignments of loads and stores, as powers of two: so many bytes they take.
static const uint8_t usual_alignments[] = {2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2};
