import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HeadChange, readableHead } from '../../../../src/main/platform/readable-head.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const OK = { statusCode: 200, statusLine: 'HTTP/1.1 200 OK' };
/** The bytes of a text in UTF-8 as one character each, as Node's fetch has them. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

describe('the head of an answer', () => {
  it('stays as it is where it is plain', () => {
    expect(readableHead({ ...OK, responseHeaders: { 'X-One': ['a', 'b'], 'Set-Cookie': ['x=1'] } })).toEqual({});
    expect(readableHead(OK)).toEqual({});
  });

  it('has the bytes of its values, as every fetch gives them', () => {
    const name = 'attachment; filename="Übersicht → März.csv"';
    expect(readableHead({ ...OK, responseHeaders: { 'Content-Disposition': [name], 'X-Two': ['plain'] } })).toEqual({
      statusLine: OK.statusLine,
      responseHeaders: { 'Content-Disposition': [asBytes(name)], 'X-Two': ['plain'] },
    });
  });

  it('has a status text that a Response takes', () => {
    const head = readableHead({
      statusCode: 403,
      statusLine: 'HTTP/1.1 403 Запрещено\u0007',
      responseHeaders: { via: ['x'] },
    });
    expect(head).toEqual({
      statusLine: `HTTP/1.1 403 ${asBytes('Запрещено')}`,
      responseHeaders: { via: ['x'] },
    });
  });

  it.each([0, 101, 199, 600, 999])('is cancelled with status %i, which no Response has', (statusCode) => {
    expect(readableHead({ statusCode, statusLine: `HTTP/1.1 ${statusCode}` })).toEqual({ cancel: true });
  });

  it('is cancelled with a cookie that cannot be replaced', () => {
    expect(readableHead({ ...OK, responseHeaders: { 'Set-Cookie': ['ok=1', 'path=→'] } })).toEqual({ cancel: true });
    expect(readableHead({ ...OK, responseHeaders: { 'Set-Cookie': ['name=ü'] } })).not.toHaveProperty('cancel');
  });

  it('can become a Response whatever the service answers', () => {
    const text = fc.string({ unit: anyCharacter }).map((one) => one.replace(/[\0\r\n]/g, ''));
    const heads = fc.record({
      statusCode: fc.integer({ min: 200, max: 599 }),
      statusLine: text.map((one) => `HTTP/1.1 200 ${one}`),
      responseHeaders: fc.dictionary(fc.constantFrom('x-one', 'Content-Type', 'via'), fc.array(text, { minLength: 1 })),
    });
    fc.assert(
      fc.property(heads, (head) => {
        const { statusLine, responseHeaders }: HeadChange = { ...head, ...readableHead(head) };
        const headers = Object.entries(responseHeaders ?? {}).map(([name, values]): [string, string] => [
          name,
          values.join(', '),
        ]);
        const statusText = (statusLine ?? '').replace('HTTP/1.1 200 ', '');
        expect(() => new Response(null, { status: head.statusCode, statusText, headers })).not.toThrow();
      }),
    );
  });
});
