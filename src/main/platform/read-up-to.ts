/** Reads the body of a response whose size is unknown. */

/**
 * Reads the body of a response; `null` as soon as it is larger than `maxBytes`. Calls `onPiece` after each chunk. Rejects when the body breaks off.
 */
export async function readUpTo(response: Response, maxBytes: number, onPiece = () => {}): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
    onPiece();
  }
  return Buffer.concat(chunks);
}
