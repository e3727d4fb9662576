// Writes what it reads as text in UTF-16, of which the page is made: `units text` takes characters of ASCII, `units
// bytes` any bytes, two to a character. That costs a thirtieth of their size; in UTF-8 it would be a sixth, because
// there only seven bits of eight tell one character from another. Sources/web/Page/unpack.js reads it.
//
// Within <script> HTML takes all characters as they are, but for three: NUL is replaced, a carriage return becomes a
// line feed, and `<` may end the element. A line feed is what others may make two of, and UTF-16 itself reads
// surrogates in pairs only. In the place of each of these come the character `escape` and then theirs with its highest
// bit turned. A page in UTF-16 begins with a mark of its byte order, which browsers believe more than what a server
// says of it. https://html.spec.whatwg.org/multipage/parsing.html#script-data-state
// https://encoding.spec.whatwg.org/#bom-sniff

#include <stdio.h>
#include <string.h>

enum { escape = 0xE000, turned = 0x8000 };

static void write(unsigned unit) {
  putchar((int)(unit & 0xFF));
  putchar((int)(unit >> 8));
}

static void write_bytes(unsigned unit) {
  unsigned is_surrogate = unit >= 0xD800 && unit <= 0xDFFF;
  if (is_surrogate || unit == escape || unit == 0 || unit == '\n' || unit == '\r' || unit == '<') {
    write(escape);
    unit ^= turned;
  }
  write(unit);
}

int main(int count, char **arguments) {
  int is_text = count == 2 && strcmp(arguments[1], "text") == 0;
  if (!is_text && (count != 2 || strcmp(arguments[1], "bytes") != 0)) return 64;
  for (int byte = getchar(); byte != EOF; byte = getchar()) {
    if (is_text && byte >= 0x80) {
      fprintf(stderr, "units: a character of the page is none of ASCII\n");
      return 1;
    }
    if (is_text) {
      write((unsigned)byte);
    } else {
      // Behind the last of an odd number of bytes comes one that nobody reads.
      int high = getchar();
      write_bytes((unsigned)byte | (high == EOF ? 0 : (unsigned)high << 8));
    }
  }
  return ferror(stdin) || fflush(stdout) != 0;
}
