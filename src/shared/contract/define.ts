/** The three kinds of things a contract declares, and the types that follow from a declaration. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';

export interface QueryDeclaration<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'query';
  readonly input: Input;
  readonly output: Output;
}
export interface MutationDeclaration<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly kind: 'mutation';
  readonly input: Input;
  readonly output: Output;
}
export interface EventDeclaration<Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly payload: Payload;
}
export type Declaration = QueryDeclaration | MutationDeclaration | EventDeclaration;

/** Declares a question: it changes nothing and may be asked again at any time. */
export const query = <Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): QueryDeclaration<Input, Output> => ({ kind: 'query', input, output });

/** Declares an action. */
export const mutation = <Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): MutationDeclaration<Input, Output> => ({ kind: 'mutation', input, output });

/** Declares a push from main to the window. Its name starts with `on`. */
export const event = <Payload extends z.ZodType>(payload: Payload): EventDeclaration<Payload> => ({
  kind: 'event',
  payload,
});

/** "No input" and "no output": crosses IPC as `null`. */
export const Nothing = z.null();

/** What crosses IPC for a call: Electron keeps only an error's message across invoke, so errors are data. */
export type Envelope<Output> = { ok: true; value: Output } | { ok: false; error: ErrorData };
export const envelopeOf = <Output extends z.ZodType>(output: Output) =>
  z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value: output }),
    z.strictObject({ ok: z.literal(false), error: ErrorData }),
  ]);
