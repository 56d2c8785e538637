/** Reads an answer: its body whole, its time, and what of it goes on record. */
import type { RawBody } from './raw-exchange.ts';

/** When the service answered, on its clock; `null` when it does not say, or says it of an answer from a cache. */
export function dateOf(headers: Headers): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) || Number(headers.get('age') ?? 0) > 0 ? null : date;
}

export function measured(text: string): RawBody {
  return { text, bytes: Buffer.byteLength(text) };
}

/** The body as UTF-8 text; `null` when it is larger than `maxBytes`. */
export async function readWhole(response: Response, maxBytes: number): Promise<RawBody | null> {
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

/** The promise, or a rejection as soon as the signal aborts: a network that does not honour its signal keeps nobody waiting. */
export async function settledBy<Value>(signal: AbortSignal, working: Promise<Value>): Promise<Value> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('aborted'));
    signal.addEventListener('abort', stop, { once: true });
  });
  working.catch(() => {});
  try {
    return await Promise.race([working, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
