/* SHA-256 (FIPS 180-4), HMAC (RFC 2104) and the proofs of the conversation. */
#ifndef LATCHKEY_SHA256_H
#define LATCHKEY_SHA256_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, DIGEST = 32, NONCE_DIGITS = 64 };

struct sha256 {
  uint32_t state[8];
  uint64_t length;
  unsigned char block[BLOCK];
};

static uint32_t turned(uint32_t word, int by) { return word >> by | word << (32 - by); }

static void sha256_block(struct sha256 *hash) {
  static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t w[64], s[8];
  for (int at = 0; at < 16; at++) {
    const unsigned char *from = hash->block + at * 4;
    w[at] = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
  }
  for (int at = 16; at < 64; at++) {
    const uint32_t low = turned(w[at - 15], 7) ^ turned(w[at - 15], 18) ^ w[at - 15] >> 3;
    const uint32_t high = turned(w[at - 2], 17) ^ turned(w[at - 2], 19) ^ w[at - 2] >> 10;
    w[at] = w[at - 16] + low + w[at - 7] + high;
  }
  memcpy(s, hash->state, sizeof s);
  for (int at = 0; at < 64; at++) {
    const uint32_t high = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25), chosen = (s[4] & s[5]) ^ (~s[4] & s[6]);
    const uint32_t one = s[7] + high + chosen + K[at] + w[at];
    const uint32_t low = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22), most = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += one;
    s[0] = one + low + most;
  }
  for (int at = 0; at < 8; at++) hash->state[at] += s[at];
}

static void sha256_start(struct sha256 *hash) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(hash->state, start, sizeof start);
  hash->length = 0;
}

static void sha256_add(struct sha256 *hash, const void *bytes, size_t length) {
  for (const unsigned char *from = bytes; length > 0; length--) {
    hash->block[hash->length++ % BLOCK] = *from++;
    if (hash->length % BLOCK == 0) sha256_block(hash);
  }
}

static void sha256_end(struct sha256 *hash, unsigned char *digest) {
  unsigned char bits[8];
  for (int at = 0; at < 8; at++) bits[at] = (unsigned char)(hash->length * 8 >> (56 - at * 8));
  sha256_add(hash, "\x80", 1);
  while (hash->length % BLOCK != BLOCK - sizeof bits) sha256_add(hash, "", 1);
  sha256_add(hash, bits, sizeof bits);
  for (int at = 0; at < DIGEST; at++) digest[at] = (unsigned char)(hash->state[at / 4] >> (24 - at % 4 * 8));
}

/* The HMAC of a text with a key of at most one block. */
static void hmac(const unsigned char *key, size_t key_length, const void *text, size_t length, unsigned char *digest) {
  struct sha256 hash;
  unsigned char inner[BLOCK], outer[BLOCK];
  for (size_t at = 0; at < BLOCK; at++) {
    inner[at] = (at < key_length ? key[at] : 0) ^ 0x36;
    outer[at] = (at < key_length ? key[at] : 0) ^ 0x5c;
  }
  sha256_start(&hash);
  sha256_add(&hash, inner, BLOCK);
  sha256_add(&hash, text, length);
  sha256_end(&hash, digest);
  sha256_start(&hash);
  sha256_add(&hash, outer, BLOCK);
  sha256_add(&hash, digest, DIGEST);
  sha256_end(&hash, digest);
}

static void hex_of(const unsigned char *bytes, size_t length, char *digits) {
  for (size_t at = 0; at < length; at++) {
    digits[at * 2] = "0123456789abcdef"[bytes[at] >> 4];
    digits[at * 2 + 1] = "0123456789abcdef"[bytes[at] & 15];
  }
  digits[length * 2] = '\0';
}

static int digit_of(char digit) { return digit <= '9' ? digit - '0' : digit - 'a' + 10; }

/* Proves the knowledge of the cookie. The cookie and the nonces are checked to be NONCE_DIGITS hexadecimal digits. */
static void proof_of(const char *cookie, const char *role, const char *relay_nonce, const char *app_nonce, char *digits) {
  unsigned char key[DIGEST], digest[DIGEST];
  char text[256];
  for (int at = 0; at < DIGEST; at++) key[at] = (unsigned char)(digit_of(cookie[at * 2]) << 4 | digit_of(cookie[at * 2 + 1]));
  const int length = snprintf(text, sizeof text, "latchkey 1 %s\n%s\n%s", role, relay_nonce, app_nonce);
  hmac(key, sizeof key, text, (size_t)length, digest);
  hex_of(digest, sizeof digest, digits);
}

/* Compares in a time that does not depend on where they differ. */
static bool is_same(const char *one, const char *other, size_t length) {
  unsigned char differs = 0;
  for (size_t at = 0; at < length; at++) differs |= (unsigned char)(one[at] ^ other[at]);
  return differs == 0;
}
#endif
