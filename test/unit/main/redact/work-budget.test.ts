/** Bodies that are not recorded: those of other types, and those whose redaction would take too long. */
import { describe, expect, it } from 'vitest';
import { redactBody } from '../../../../src/main/redact/redact-body.ts';

/** JSON in a text in JSON, and so on; each level is read again by the one around it. */
function nested(levels: number, width: number): string {
  let text = '{"access_token":"planted-token"}';
  for (let level = 0; level < levels; level += 1) text = JSON.stringify({ inner: text, other: 'x'.repeat(width) });
  return text;
}

describe('a body', () => {
  it('is not recorded when redacting it would take too long', () => {
    const text = `{"a":${JSON.stringify(nested(9, 40_000))}}`;
    const recorded = redactBody(text, text.length, { type: 'application/json' });
    expect(recorded.text).toBe(
      `[application/json, ${text.length} bytes: not recorded, because redacting it would take too long]`,
    );
  });

  it('is described, not recorded, when it is neither JSON nor a form', () => {
    const page = '<html><title>Sign in</title><h1>Welcome</h1><p>planted words of a page</p></html>';
    expect(redactBody(page, page.length, { type: 'text/html' })).toEqual({
      text: `[text/html, ${page.length} bytes: not recorded]\nTitle: Sign in\nHeading: Welcome`,
      bytes: page.length,
      cut: false,
    });
  });
});
