/** What the Doctor says survives the redaction of cases, tickets and bundles: a remedy with a hole helps nobody. */
import { expect, it } from 'vitest';
import { diagnose } from '../../../../src/main/doctor/diagnose.ts';
import { redactText } from '../../../../src/main/redact/redact.ts';
import { failureOfCase } from '../../../doctor/case.ts';
import { corpus } from '../../../doctor/corpus/index.ts';

const RULES = { keepGuests: false } as const;

it('keeps the causes, remedies and confirmations of every case, and what it asks the customer for', () => {
  const said = corpus().flatMap((one) => {
    const { verdicts, tellApart, ask } = diagnose(...failureOfCase(one));
    const texts = verdicts.flatMap(({ title, remedy, confirm, evidence }) => [
      title,
      remedy,
      confirm?.text ?? '',
      ...evidence.map(({ text }) => text),
    ]);
    return [...texts, tellApart ?? '', ask ?? ''];
  });
  const lost = [...new Set(said)].filter((text) => redactText(text, RULES) !== text);
  expect(lost).toEqual([]);
});
