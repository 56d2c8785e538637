/** Compresses the headers and bodies of an exchange. */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Exchange } from '../../../shared/model/traffic.ts';
import type { RedactedExchange } from '../../http/redact-exchange.ts';
import { UnusableFile } from './database.ts';

type Content = Pick<Exchange, 'requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody' | 'failure'>;

export function compressContent(exchange: RedactedExchange): Uint8Array {
  const { requestHeaders, requestBody, responseHeaders, responseBody, failure } = exchange;
  const content: Content = { requestHeaders, requestBody, responseHeaders, responseBody, failure };
  return zstdCompressSync(JSON.stringify(content));
}

/** Decompresses the stored headers and bodies of an exchange. Throws UnusableFile. */
export function contentOf(bytes: Uint8Array): Content {
  try {
    return JSON.parse(zstdDecompressSync(bytes).toString());
  } catch (cause) {
    throw new UnusableFile('the content of an exchange cannot be read', { cause });
  }
}
