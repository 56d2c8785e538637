/** The three kinds of entries of the contract (query, mutation and event), and the form of a call on IPC. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';

interface CallDeclaration<Input extends z.ZodType, Output extends z.ZodType, Abortable extends boolean> {
  readonly input: Input;
  readonly output: Output;
  readonly abortable: Abortable;
}
export interface QueryDeclaration<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Abortable extends boolean = boolean,
> extends CallDeclaration<Input, Output, Abortable> {
  readonly kind: 'query';
}
export interface MutationDeclaration<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Abortable extends boolean = boolean,
> extends CallDeclaration<Input, Output, Abortable> {
  readonly kind: 'mutation';
}
export interface EventDeclaration<Payload extends z.ZodType = z.ZodType> {
  readonly kind: 'event';
  readonly payload: Payload;
  readonly to: 'allWindows' | 'frontWindow' | 'caller';
}
export type Declaration = QueryDeclaration | MutationDeclaration | EventDeclaration;

/**
 * The options of a call. An abortable call ends with AppError `cancelled` when its caller aborts it or its page goes away. A write that is
 * already sent must not be aborted, because its result must be known.
 */
export interface CallOptions<Abortable extends boolean> {
  readonly abortable: Abortable;
}

/** Declares a query: a call that changes nothing and may be repeated at any time. It is not abortable by default. */
export const query = <Input extends z.ZodType, Output extends z.ZodType, const Abortable extends boolean = false>(
  input: Input,
  output: Output,
  options?: CallOptions<Abortable>,
): QueryDeclaration<Input, Output, Abortable> => ({ kind: 'query', input, output, abortable: isAbortable(options) });

/** Declares a mutation: a call that a person's action causes. It is not abortable by default. */
export const mutation = <Input extends z.ZodType, Output extends z.ZodType, const Abortable extends boolean = false>(
  input: Input,
  output: Output,
  options?: CallOptions<Abortable>,
): MutationDeclaration<Input, Output, Abortable> => ({
  kind: 'mutation',
  input,
  output,
  abortable: isAbortable(options),
});

const isAbortable = <Abortable extends boolean>(options: CallOptions<Abortable> | undefined): Abortable =>
  options?.abortable ?? (false as Abortable);

/** Declares an event that main publishes to every window. Its name starts with `on`. */
export const event = <Payload extends z.ZodType>(payload: Payload): EventDeclaration<Payload> => ({
  kind: 'event',
  payload,
  to: 'allWindows',
});

/** Declares an event for the window that had the focus last. */
export const frontEvent = <Payload extends z.ZodType>(payload: Payload): EventDeclaration<Payload> => ({
  ...event(payload),
  to: 'frontWindow',
});

/** Declares an event for the window that made a call, such as the call's progress. */
export const callerEvent = <Payload extends z.ZodType>(
  payload: Payload,
): EventDeclaration<Payload> & { readonly to: 'caller' } => ({ ...event(payload), to: 'caller' });

/** The schema of an empty input or output, which crosses IPC as `null`. */
export const Nothing = z.null();

/** The number of a call of one page; a `cancel` message carries it. */
export const CallId = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export type CallId = z.infer<typeof CallId>;

/** Receives the function that aborts a call. A function replaces the AbortSignal, which Electron's context bridge does not pass. */
export type TakeCancel = (cancel: () => void) => void;

/** The answer of a call on IPC. Errors are data, because Electron keeps only an error's message across invoke. */
export type Envelope<Output> = { ok: true; value: Output } | { ok: false; error: ErrorData };
export const envelopeOf = <Output extends z.ZodType>(output: Output) =>
  z.discriminatedUnion('ok', [
    z.strictObject({ ok: z.literal(true), value: output }),
    z.strictObject({ ok: z.literal(false), error: ErrorData }),
  ]);
