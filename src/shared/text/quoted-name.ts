/** Quotes a name in a sentence. A script or a service may have chosen the name to change the sentence's meaning. */

const MAX_CHARACTERS = 80;

/** Quotes a name on one line, shortened and without characters that could end the quotes, or hide or reorder text. */
export function quotedName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/["＂„〝〞〟\p{Pi}\p{Pf}]/gu, "'")
    .trim();
  return `“${plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain}”`;
}
