/** Secrets and guests' data under more layers of escapes than a structure of its own has. */
import { describe, expect, it } from 'vitest';
import { redactHeaders, redactText, redactUrl } from '../../../../src/main/redact/redact.ts';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';

const RULES = { keepGuests: false } as const;
const bodyOf = (value: unknown): string => {
  const text = JSON.stringify(value);
  return redactBody(text, text.length, { rules: RULES, type: 'application/json' }).text;
};

describe('a text that hides something behind escapes goes whole', () => {
  it.each([
    ['a mail in JSON in a sentence', 'upstream said "write to uediys.muro\\u0040mail.stay.example" at 12:00'],
    [
      'a name of a secret in JSON in a sentence in a sentence',
      'a "b {\\n\\"p\\\\u0061ssword\\": \\"Fxpbao1904!\\"}" c',
    ],
    ['a card in percent escapes', '%63%61rd 6%3011 8%3755 9%32%343 6%33%363 wa%73 dec%6c%69ned'],
    ['a password in an address', 'handler msg="\\"see redis:\\\\u002f/:94uOTCN4cVV4at\\\\u0040cache/x\\"" ok'],
    ['a phone number in entities', 'call &#43;49 &#49;51 &#50;345 &#54;789 now'],
    ['a bearer credential in entities', 'sent Be&#97;rer mFz83kdOq92LwPx7 today'],
  ])('%s', (_, message) => {
    expect(bodyOf({ message, id: '6711f0a2c4' })).toBe('{"message":"[redacted]","id":"6711f0a2c4"}');
    expect(redactText(message, RULES)).toBe('[redacted]');
    expect(redactHeaders([['server', message]], RULES)).toEqual([['server', '[redacted]']]);
    expect(redactUrl(`https://h.example/v1/x?limit=20&q=${encodeURIComponent(message)}`, RULES)).toBe(
      'https://h.example/v1/x?limit=20&q=%5Bredacted%5D',
    );
  });

  it('and one that hides nothing stays', () => {
    for (const message of [
      'Lakeside Cottage &amp; Boathouse',
      'upstream said "no such listing \\u0041-7" at 12:00',
      'C:\\new\\users\\u0041',
      '100%25 of 20 &#8211; 30',
      'https://h.example/?q=%257B%2522limit%2522%253A20%257D',
      'tabs\\tand\\nlines',
    ]) {
      expect(bodyOf({ message })).toBe(JSON.stringify({ message }));
      expect(redactText(message, RULES)).toBe(message);
    }
  });

  it('and redacting twice is redacting once', () => {
    const once = redactText('a "b\\u0040c.example" c; q=%5Bredacted%5D &amp; [redacted]', RULES);
    expect(redactText(once, RULES)).toBe(once);
  });
});
