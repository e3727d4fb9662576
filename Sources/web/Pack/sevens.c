// Writes what it reads as text, seven bits to a character: a page in UTF-8 has bytes in it that way with a sixth more,
// where base64 needs a third. Sources/web/Page/unpack.js reads it.
//
// Within <script> HTML takes all characters up to U+007F as they are, but for four: NUL is replaced, a carriage return
// becomes a line feed, `<` may end the element, and a line feed is what others may make two of. Those are written as
// the character 256 above them, of two bytes, which has the same seven lowest bits. The last character is filled with
// zeros: so few are they that no byte comes of them.
// https://html.spec.whatwg.org/multipage/parsing.html#script-data-state

#include <stdio.h>

static void write(unsigned bits) {
  if (bits == 0 || bits == '\n' || bits == '\r' || bits == '<') {
    unsigned scalar = bits + 256;
    putchar((int)(0xC0 | scalar >> 6));
    putchar((int)(0x80 | (scalar & 0x3F)));
  } else {
    putchar((int)bits);
  }
}

int main(void) {
  unsigned bits = 0, held = 0;
  for (int byte = getchar(); byte != EOF; byte = getchar()) {
    bits = bits << 8 | (unsigned)byte;
    for (held += 8; held >= 7; held -= 7) write(bits >> (held - 7) & 0x7F);
    bits &= 0x7F;
  }
  if (held > 0) write(bits << (7 - held) & 0x7F);
  return ferror(stdin) || fflush(stdout) != 0;
}
