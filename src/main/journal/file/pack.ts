/**
 * Packs headers and bodies with zstd. The exchanges of a segment resemble each other, so each is compressed with the segment's dictionary, which
 * consists of its first contents. Packed exchanges take a third of the space.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { storedErrorData } from '../../../shared/errors.ts';
import type { Exchange } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';
import { UnreadableContent } from './database.ts';
import { insideEndGate } from './end-gate.ts';

type Content = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody' | 'failure'>;

/** Packed bytes. `codec`: 1 without a dictionary, 2 with the segment's dictionary. */
export interface Pack {
  readonly codec: number;
  readonly bytes: Uint8Array;
}

/** The size of a dictionary. A longer one would cost time for each exchange and save little space. */
const DICTIONARY_BYTES = 24 * 1024;
const MAX_SAMPLE = 4 * 1024;

const textOf = (it: RedactedExchange): string =>
  JSON.stringify([it.requestHeaders, it.requestBody, it.responseHeaders, it.responseBody, it.failure]);

export function pack(exchange: RedactedExchange, dictionary: Uint8Array | null): Pack & { readonly text: string } {
  const text = textOf(exchange);
  const bytes = insideEndGate(() => (dictionary ? zstdCompressSync(text, { dictionary }) : zstdCompressSync(text)));
  return { codec: dictionary ? 2 : 1, bytes, text };
}

/** Unpacks the bytes. Throws UnreadableContent. */
export function unpack(seq: number, { codec, bytes }: Pack, dictionary: Uint8Array | null): Content {
  try {
    const text = insideEndGate(() =>
      codec === 2 && dictionary ? zstdDecompressSync(bytes, { dictionary }) : zstdDecompressSync(bytes),
    ).toString();
    const [requestHeaders, requestBody, responseHeaders, responseBody, failure] = JSON.parse(text);
    return {
      requestHeaders,
      requestBody,
      responseHeaders,
      responseBody,
      failure: failure && storedErrorData(failure),
    };
  } catch (error) {
    throw new UnreadableContent(seq, { cause: error });
  }
}

/** Collects the first contents of a segment until they suffice for a dictionary. */
export class DictionaryBuilder {
  #text = '';

  /** Returns the dictionary once there is enough text, null before. */
  add(text: string): Uint8Array | null {
    this.#text += text.slice(0, MAX_SAMPLE);
    return this.#text.length < DICTIONARY_BYTES ? null : Buffer.from(this.#text).subarray(0, DICTIONARY_BYTES);
  }
}
