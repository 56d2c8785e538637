import { expect, it } from 'vitest';
import { type FieldKind, placeholderOf } from '../../../../src/main/redact/field-kinds.ts';
import { redactUrl } from '../../../../src/main/redact/redact.ts';
import { isRedacted, REDACTED_BY_HAND, splitAtMarks } from '../../../../src/shared/doctor/redaction-marks.ts';

const kinds: FieldKind[] = ['secret', 'mail', 'phone', 'guestName', 'guestNote', 'guestData'];

it('recognises every redaction mark, escaped any number of times', () => {
  for (const kind of kinds) {
    let text = `a ${placeholderOf(kind)} b`;
    for (let times = 0; times < 5; times += 1) {
      expect(isRedacted(text)).toBe(true);
      expect(isRedacted(text.replaceAll('%20', '+'))).toBe(true);
      text = encodeURIComponent(text);
    }
  }
});

it('recognises an address that redaction changed, at any depth', () => {
  for (const inner of [
    'jane@doe.example',
    'a b jane@doe.example c',
    '{"guest":{"firstName":"Jane"}}',
    'token=s3cr3tvalue',
  ]) {
    let piece = inner;
    for (let times = 0; times < 5; times += 1) {
      piece = encodeURIComponent(`https://x.example/?q=${piece}`);
      const url = `https://h.example/v1/search?next=${piece}`;
      const clean = redactUrl(url, { keepGuests: false });
      expect([clean === url, isRedacted(clean)]).toEqual([false, true]);
      expect(isRedacted(url)).toBe(false);
    }
  }
});

it('splits a text at its marks, also where Markdown escapes their brackets', () => {
  expect(splitAtMarks('a [redacted] b')).toEqual(['a ', '[redacted]', ' b']);
  expect(splitAtMarks(`a ${REDACTED_BY_HAND}`)).toEqual(['a ', REDACTED_BY_HAND, '']);
  expect(splitAtMarks('a \\[…\\] b')).toEqual(['a \\', '[…\\]', ' b']);
  expect(splitAtMarks('a [1] b')).toEqual(['a [1] b']);
});
