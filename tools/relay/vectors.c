/* Prints the digests of test texts, which a test compares with those of Node: SHA-256 of 0 to 200 letters, then three HMACs of RFC 4231. */
#include <stdio.h>
#include "sha256.h"

static void print(const unsigned char *digest) {
  char digits[DIGEST * 2 + 1];
  hex_of(digest, DIGEST, digits);
  puts(digits);
}

int main(void) {
  unsigned char digest[DIGEST], key[BLOCK];
  char letters[200], proof[DIGEST * 2 + 1], cookie[NONCE_DIGITS + 1];
  memset(letters, 'a', sizeof letters);
  for (size_t length = 0; length <= sizeof letters; length++) {
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, letters, length / 2);
    sha256_add(&hash, letters, length - length / 2);
    sha256_end(&hash, digest);
    print(digest);
  }
  memset(key, 0x0b, sizeof key);
  hmac(key, 20, "Hi There", 8, digest);
  print(digest);
  hmac((const unsigned char *)"Jefe", 4, "what do ya want for nothing?", 28, digest);
  print(digest);
  memset(key, 0xaa, sizeof key);
  memset(letters, 0xdd, 50);
  hmac(key, 20, letters, 50, digest);
  print(digest);
  hex_of(key, DIGEST, cookie);
  proof_of(cookie, "app", cookie, cookie, proof);
  printf("%s %d %d\n", proof, is_same(proof, proof, DIGEST), is_same(proof, cookie, DIGEST));
  return 0;
}
