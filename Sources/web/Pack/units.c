// Writes what it reads as text in UTF-16, of which the page is made: `units text` takes characters of ASCII, `units
// bytes` any bytes, 63 bits to four characters. That costs a sixtieth of their size; in UTF-8 it would be a sixth,
// because there only seven bits of eight tell one character from another. Sources/web/Pack/unpack.c reads it, and of
// what it is itself, Sources/web/Page/open.js.
//
// Within <script> HTML takes all characters as they are, but for three: NUL is replaced, a carriage return becomes a
// line feed, and `<` may end the element. A line feed is what others may make two of, and UTF-16 itself reads
// surrogates in pairs only. Without these there are 63,484 characters: digits, of which four hold a little more than 63
// bits. A page in UTF-16 begins with a mark of its byte order, which browsers believe more than what a server says of
// it. https://html.spec.whatwg.org/multipage/parsing.html#script-data-state https://encoding.spec.whatwg.org/#bom-sniff

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { group_bits = 63, digits = 4, all_digits = 63484 };

static void write_unit(unsigned unit) {
  putchar((int)(unit & 0xFF));
  putchar((int)(unit >> 8));
}

static void write_digit(unsigned digit) {
  unsigned unit = digit + 1;
  unit += unit >= '\n';
  unit += unit >= '\r';
  unit += unit >= '<';
  write_unit(unit + (unit >= 0xD800 ? 0x800 : 0));
}

static void write_group(uint64_t group) {
  for (int digit = 0; digit < digits; digit++, group /= all_digits) write_digit((unsigned)(group % all_digits));
}

int main(int count, char **arguments) {
  int is_text = count == 2 && strcmp(arguments[1], "text") == 0;
  if (!is_text && (count != 2 || strcmp(arguments[1], "bytes") != 0)) return 64;
  // The bits that are to be written, the first highest.
  uint64_t held = 0;
  int bits = 0;
  for (int byte = getchar(); byte != EOF; byte = getchar()) {
    if (is_text && byte >= 0x80) {
      fprintf(stderr, "units: a character of the page is none of ASCII\n");
      return 1;
    }
    if (is_text) {
      write_unit((unsigned)byte);
      continue;
    }
    int more = bits + 8 - group_bits;
    if (more < 0) {
      held = held << 8 | (unsigned)byte;
      bits += 8;
      continue;
    }
    write_group(held << (8 - more) | (unsigned)byte >> more);
    held = (unsigned)byte & ((1u << more) - 1);
    bits = more;
  }
  // Behind the last bytes come some that nobody asks for.
  if (!is_text && bits > 0) write_group(held << (group_bits - bits));
  return ferror(stdin) || fflush(stdout) != 0;
}
