/** A name in quotes within a sentence. A script or a service may have chosen it to change what the sentence says. */

const MAX_CHARACTERS = 80;

/** The name in quotes that it cannot end: on one line, cut, without characters that hide or reorder text. */
export function quotedName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .replace(/["＂„〝〞〟\p{Pi}\p{Pf}]/gu, "'")
    .trim();
  return `“${plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS)}…` : plain}”`;
}
