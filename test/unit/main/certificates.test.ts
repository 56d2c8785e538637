/** No code of the console accepts a certificate that the system, Node or Chromium refuses. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../../../src');
const WAYS = [
  'certificate-error',
  'ignore-certificate-errors',
  'allow-insecure-localhost',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  /rejectUnauthorized:\s*(?!true\b)\S/,
];
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

describe('a certificate error', () => {
  it('is overridden nowhere', () => {
    const found = files.flatMap((name) => {
      const text = readFileSync(join(src, name), 'utf8');
      return WAYS.filter((way) => text.search(way) !== -1).map((way) => `${name}: ${way}`);
    });
    expect(found).toEqual([]);
    // There the verification is watched, and Chromium decides: unit/main/platform/electron/network-session.
    const watching = files.filter((name) => readFileSync(join(src, name), 'utf8').includes('setCertificateVerifyProc'));
    expect(watching).toEqual([join('main', 'platform', 'electron', 'network-session.ts')]);
    expect(files.length).toBeGreaterThan(500);
  });
});
