/** Bodies as the journal takes them: their text and their true size. */
import type { RawBody } from './raw-exchange.ts';

export function rawBody(text: string): RawBody {
  return { text, bytes: Buffer.byteLength(text) };
}

/** The body of a response as UTF-8 text; `null` when it is larger than `maxBytes`. */
export async function readBody(response: Response, maxBytes: number): Promise<RawBody | null> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), bytes };
}
