/** Detects the encoding of a file: UTF-8, UTF-16 as PowerShell writes it, or something that is refused unread. */
import { countText } from '../../../shared/time/text-formats.ts';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Returns why a file with this beginning cannot be read, as a sentence; null for a text file. */
export function refusalOf(start: Uint8Array): string | null {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(0x1f, 0x8b)) return 'It is compressed (gzip). Unpack it and open what is inside.';
  if (begins(0x50, 0x4b, 0x03, 0x04))
    return 'It is a zip archive or an Office document. Unpack it and open the text in it.';
  if (begins(0x25, 0x50, 0x44, 0x46)) return 'It is a PDF. Copy the text out of it and paste that.';
  if (begins(0x89, 0x50, 0x4e, 0x47) || begins(0xff, 0xd8, 0xff))
    return 'It is a picture. Paste the text that it shows.';
  if (begins(0x28, 0xb5, 0x2f, 0xfd) || begins(0x42, 0x5a, 0x68))
    return 'It is compressed. Unpack it and open what is inside.';
  return null;
}

/** Detects the encoding by the byte order mark, or by the positions of zero bytes: UTF-16 has one beside each ASCII character. */
export function encodingOf(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const seen = start.subarray(0, 200);
  seen.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = seen.length / 4;
  if (odd > many && even < odd / 4) return 'utf-16le';
  return even > many && odd < even / 4 ? 'utf-16be' : 'utf-8';
}

/** Returns a sentence about the damaged characters in a decoded text; null when there are none. */
export function damageOf(text: string): string | null {
  let lost = 0;
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) lost += 1;
  return lost === 0 ? null : `${countText(lost)} characters are damaged: the text is not UTF-8.`;
}
