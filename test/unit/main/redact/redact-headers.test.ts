import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactHeaders } from '../../../../src/main/redact/redact.ts';

describe('a header that is not known to be harmless', () => {
  it('has its value redacted, whatever it is', () => {
    const name = fc.stringMatching(/^x-[a-z]{4,12}-of-ours$/);
    fc.assert(
      fc.property(name, fc.string({ minLength: 1 }), (header, value) => {
        expect(redactHeaders([[header, value]])).toEqual([[header, '[redacted]']]);
      }),
      { numRuns: 50 },
    );
  });

  it('is told apart from a harmless one', () => {
    expect(redactHeaders([['Content-Type', 'text/plain']])).toEqual([['Content-Type', 'text/plain']]);
  });
});
