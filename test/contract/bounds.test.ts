/** Everything that the renderer may send has a bound, so that a script in the window cannot exhaust main. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declarations } from '../../src/shared/contract/index.ts';
import { OperationShape, OperationShapeInput } from '../../src/shared/model/operation.ts';
import { sampleOf } from '../support/schema-sample.ts';
import { unboundedPartsOf } from '../support/unbounded-parts.ts';

const inputs = declarations().flatMap(({ channel, declaration }) =>
  declaration.kind === 'event' ? [] : [{ channel, input: declaration.input }],
);

describe.each(inputs)('the input of $channel', ({ input }) => {
  it('has a bound for every text, list, map, number and JSON', () => {
    expect(unboundedPartsOf(input)).toEqual([]);
  });
});

describe('the search for unbounded parts', () => {
  const text = z.string();
  const json = z.custom<unknown>((value) => value !== undefined);
  it.each<[string, z.ZodType]>([
    ['a text', text],
    ['a text with a pattern', text.regex(/^a*$/)],
    ['a text with a minimum', text.min(1)],
    ['a format', z.email()],
    ['a refined text', text.refine((value) => value.length < 10)],
    ['a list', z.array(z.boolean())],
    ['a list of texts', z.array(text).max(3)],
    ['a number', z.number()],
    ['a number with one bound', z.number().max(3)],
    ['a map', z.record(text.max(5), z.boolean())],
    ['the keys of a map', z.record(text, z.boolean()).refine((map) => Object.keys(map).length < 5)],
    ['the values of a map', z.record(text.max(9), text).refine((map) => Object.keys(map).length < 5)],
    ['JSON', json],
    ['anything', z.any()],
    ['unknown', z.unknown()],
    ['an optional', z.strictObject({ one: text.optional() })],
    ['a nullable', text.nullable()],
    ['a default', text.default('')],
    ['a readonly', text.readonly()],
    ['a caught', text.catch('')],
    ['an option of a union', z.union([z.null(), text])],
    ['an option of a discriminated union', z.discriminatedUnion('k', [z.strictObject({ k: z.literal(1), text })])],
    ['an intersection', z.intersection(z.strictObject({ text }), z.strictObject({ text }))],
    ['a lazy', z.lazy(() => text)],
    ['a transform', text.transform((value) => value.slice(0, 3))],
    ['a preprocessed', z.preprocess((value) => value, text)],
    ['a pipe', text.pipe(text.max(3))],
    ['a tuple', z.tuple([text])],
    ['the rest of a tuple', z.tuple([z.null()], text.max(3))],
    ['a loose object', z.looseObject({})],
    ['a catchall', z.object({}).catchall(text.max(3))],
    ['a Map', z.map(text.max(3), z.null())],
    ['a Set', z.set(text.max(3))],
    ['a bigint', z.bigint()],
    ['a file', z.file()],
    ['a template literal', z.templateLiteral(['a', text])],
  ])('finds %s', (_what, schema) => {
    expect(unboundedPartsOf(z.strictObject({ schema }))).not.toEqual([]);
  });

  it.each<[string, z.ZodType]>([
    ['texts', text.max(3)],
    ['texts of one length', text.length(3)],
    ['lists', z.array(text.max(3)).max(3)],
    ['maps', z.record(text.max(9), text.max(3)).refine((map) => Object.keys(map).length < 5)],
    ['maps of an enum', z.record(z.enum(['a', 'b']), z.null())],
    ['integers', z.number().int()],
    ['integers of a format', z.int()],
    ['numbers', z.number().min(0).max(3)],
    ['what a transform is given', text.max(3).transform((value) => value.repeat(9))],
    ['choices', z.union([z.enum(['a']), z.literal(5), z.boolean(), z.null()])],
  ])('accepts bounded %s', (_what, schema) => {
    expect(unboundedPartsOf(z.strictObject({ schema }))).toEqual([]);
  });

  it('ends in a schema that contains itself', () => {
    const tree: z.ZodType = z.strictObject({ children: z.array(z.lazy(() => tree)).max(3) });
    expect(unboundedPartsOf(tree)).toEqual([]);
  });
});

describe('what an older version stored', () => {
  it('is read without the bounds of inputs', () => {
    const shape = OperationShape.parse(sampleOf(OperationShape));
    const headers = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'value']));
    const stored = { ...shape, path: `/${'x'.repeat(5_000)}`, headers, body: 'x'.repeat(100_000) };
    expect(OperationShape.safeParse(stored).success).toBe(true);
    const issues = OperationShapeInput.safeParse(stored).error?.issues ?? [];
    expect(new Set(issues.map(({ path }) => path.join('.')))).toEqual(new Set(['path', 'headers', 'body']));
  });
});

describe('addresses and hosts among the inputs', () => {
  it('are these; whatever decides where a secret goes is confirmed outside the page (ADR 15)', () => {
    const named = inputs.flatMap(({ channel, input }) => {
      const text = JSON.stringify(sampleOf(input)) ?? '';
      return [...text.matchAll(/"(\w*(?:url|host|address|origin|proxy|endpoint|server)\w*)":/gi)].map(
        ([, key]) => `${channel} ${key}`,
      );
    });
    const addresses = ['addresses', 'baseUrl', 'authUrl', 'bookingBaseUrl', 'bookingAuthUrl'];
    expect(named.toSorted()).toEqual(
      [
        'latchkey:app.openLink url',
        ...addresses.flatMap((key) => [`latchkey:connections.create ${key}`, `latchkey:connections.update ${key}`]),
        ...['exchanges', 'timeline'].map((name) => `latchkey:traffic.${name} hosts`),
        'latchkey:traffic.tryHost host',
        // Main compares it with the proxy that asks, and sends the password to no other.
        'latchkey:network.signIn proxy',
        ...['host', 'server'].map((key) => `latchkey:team.share ${key}`),
      ].toSorted(),
    );
  });
});
