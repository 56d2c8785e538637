/** Quotes a name within a sentence. A script or a service may have chosen the name to change the meaning of the sentence. */

const MAX_CHARACTERS = 80;

/** The quoted name: on one line, shortened, without quotes that could end it and without characters that hide or reorder text. */
export function quotedName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/["＂„〝〞〟\p{Pi}\p{Pf}]/gu, "'")
    .trim();
  return `“${plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain}”`;
}
