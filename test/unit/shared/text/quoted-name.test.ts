import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedName } from '../../../../src/shared/text/quoted-name.ts';

/** Names out of what could end the quotes, hide or reorder text, and ordinary letters. */
const anyName = fc.string({
  unit: fc.constantFrom('a', ' ', '“', '”', '"', '„', '»', '’', '\n', '\u2028', '\u202e', '\u200b', '🏠'),
});

describe('quotedName', () => {
  it('quotes an ordinary name as it is', () => {
    expect(quotedName('Harbour & Sons (Web), Zürich')).toBe('“Harbour & Sons (Web), Zürich”');
  });

  it('keeps a name within its quotes, on one line', () => {
    expect(quotedName('Bank” stays.\nPress OK to keep „it”')).toBe("“Bank' stays. Press OK to keep 'it'”");
    fc.assert(
      fc.property(anyName, (name) => {
        expect(quotedName(name)).toMatch(/^“[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Pi}\p{Pf}"„]{0,81}”$/u);
      }),
    );
  });

  it('shows the beginning of a long name', () => {
    expect(quotedName('b'.repeat(5_000))).toBe(`“${'b'.repeat(80)}…”`);
  });
});
