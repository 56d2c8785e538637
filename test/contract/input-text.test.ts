/** Input that does not fit: a sentence that names the field, whichever operation is called; and nothing of a size that would block main. */
import { beforeEach, describe, expect, it } from 'vitest';
import { channelOf } from '../../src/shared/contract/index.ts';
import type { ErrorData } from '../../src/shared/errors.ts';
import { contractCalls, registerContract } from '../support/registered-contract.ts';
import { sampleOf } from '../support/schema-sample.ts';

const { pair, handlers, reset } = registerContract();
pair.recordsMessages = false;
beforeEach(reset);

/** The sentences about an invalid input; empty when it is valid. */
async function sentencesOf(channel: string, input: unknown): Promise<string[]> {
  const answer = (await pair.invoke(channel, input, 1)) as { ok: boolean; error?: ErrorData };
  if (answer.ok) return [];
  if (answer.error?.code !== 'invalidInput') throw new Error(`${channel}: ${JSON.stringify(answer.error)}`);
  return answer.error.issues.map(({ message }) => message);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The sample with each of its fields, at any depth, replaced or left out; with the name of the field. */
function* spoiled(sample: unknown, path: string[] = []): Generator<{ name: string; input: unknown }> {
  if (!isObject(sample)) return;
  for (const [key, value] of Object.entries(sample)) {
    const name = [...path, key].join('.');
    const { [key]: _, ...rest } = sample;
    for (const wrong of [Symbol.for('gone'), 42, 'x'.repeat(70_000), {}, [[]]])
      yield { name, input: typeof wrong === 'symbol' ? rest : { ...sample, [key]: wrong } };
    for (const inner of spoiled(value, [...path, key]))
      yield { name: inner.name, input: { ...sample, [key]: inner.input } };
  }
}

const SENTENCE = /^(“[^”]+”|The input) (must|may|is) [^\n]*\.$/;
const ZOD = /invalid input|invalid_|expected|received|too (big|small)|unrecognized|pattern|>=|<=/i;

describe.each(contractCalls)('$channel', ({ channel, declaration }) => {
  it('names the field that is wrong, in a sentence', async () => {
    for (const { name, input } of spoiled(sampleOf(declaration.input)))
      for (const sentence of await sentencesOf(channel, input)) {
        expect(sentence, name).toMatch(SENTENCE);
        expect(sentence, name).not.toMatch(ZOD);
        expect(sentence).toContain(name.split('.')[0]);
      }
  });
});

describe('a message that is too large', () => {
  const customise = channelOf('operations', 'customise');
  it.each<[string, unknown]>([
    ['a path of 40 MB', { shape: { path: `/${'x'.repeat(40_000_000)}` } }],
    ['a field that no operation has', { padding: Array.from({ length: 600_000 }, () => 0) }],
  ])('is refused before it is parsed: %s', async (_what, input) => {
    expect(await sentencesOf(customise, input)).toEqual(['The message is larger than 4,000,000 characters.']);
    expect(handlers.reached).toEqual([]);
  });
});
