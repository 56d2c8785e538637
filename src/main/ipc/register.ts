/** Main's end of the contract: checks the sender of every message, parses inputs and outputs, and turns errors into data. */
import { z } from 'zod';
import { AppError, invalidInput, isAppError } from '../../shared/app-error.ts';
import { CallId, type Declaration, type Envelope } from '../../shared/contract/define.ts';
import { CANCEL_CHANNEL, type CallContext, declarations, type Handlers } from '../../shared/contract/index.ts';
import type { ErrorData } from '../../shared/errors.ts';
import { inputIssuesOf } from '../../shared/input/input-issues.ts';
import type { Log, Random, Subscribable } from '../platform/ports.ts';
import type { MessageSender } from './check-message.ts';
import { messageProblem } from './check-message.ts';

/** The part of Electron's `ipcMain` that is used. */
export interface IpcMainLike {
  handle(channel: string, listener: (event: MessageSender, ...args: unknown[]) => Promise<unknown>): void;
  removeHandler(channel: string): void;
  on(channel: string, listener: (event: MessageSender, ...args: unknown[]) => void): unknown;
  removeListener(channel: string, listener: (event: MessageSender, ...args: unknown[]) => void): unknown;
}

export interface IpcOptions {
  readonly ipc: IpcMainLike;
  readonly isTrustedSender: (event: MessageSender) => boolean;
  readonly log: Log;
  readonly random: Random;
  /** Emits the id of the web contents whose page is closed, crashes or navigates away. */
  readonly pageGone: Subscribable<number>;
  /** Called with each valid input. */
  readonly called?: (input: unknown) => void;
  /** Whether the app is locked: then only operations of the lock are answered. */
  readonly isLocked: () => boolean;
}

type AnyHandler = (input: unknown, context?: CallContext) => unknown;
type Callable = Exclude<Declaration, { kind: 'event' }>;

/**
 * Registers a handler for each query and mutation, and a listener for `cancel`; returns the function that removes them. Calls before the handlers
 * exist wait for them. A message from a foreign page or frame is rejected without details.
 */
export function registerIpc(handlers: Handlers | Promise<Handlers>, options: IpcOptions): () => void {
  const { ipc, pageGone } = options;
  const calls = new CallsInFlight();
  const channels: string[] = [];
  for (const { area, name, channel, declaration } of declarations()) {
    if (declaration.kind === 'event') continue;
    const handler: AnyHandler = async (input, context) => {
      const ready = handlers instanceof Promise ? await handlers : handlers;
      if (area !== 'lock' && options.isLocked()) throw new AppError('locked', {});
      const table = ready as unknown as Record<string, Record<string, AnyHandler>>;
      const found = table[area]?.[name];
      if (!found) throw new Error(`${channel} has no handler`);
      return found(input, context);
    };
    channels.push(channel);
    ipc.handle(channel, async (event, ...args) => {
      if (!isTrusted(event, channel, options)) throw new Error('rejected');
      return answer({ channel, declaration, handler, calls, contentsId: event.sender.id }, args, options);
    });
  }
  const onCancel = (event: MessageSender, ...args: unknown[]): void => {
    if (!isTrusted(event, CANCEL_CHANNEL, options)) return;
    const id = z.tuple([CallId]).safeParse(args);
    if (id.success) calls.abort(event.sender.id, id.data[0]);
    else options.log.warn('a cancel message without a call id was ignored');
  };
  ipc.on(CANCEL_CHANNEL, onCancel);
  const stop = pageGone.subscribe((contentsId) => calls.abortAll(contentsId));
  return () => {
    stop();
    ipc.removeListener(CANCEL_CHANNEL, onCancel);
    for (const channel of channels) ipc.removeHandler(channel);
  };
}

function isTrusted(event: MessageSender, channel: string, { isTrustedSender, log }: IpcOptions): boolean {
  if (isTrustedSender(event)) return true;
  log.warn('a message from a foreign frame was rejected', { channel });
  return false;
}

interface Call {
  readonly channel: string;
  readonly declaration: Callable;
  readonly handler: AnyHandler;
  readonly calls: CallsInFlight;
  readonly contentsId: number;
}

async function answer(call: Call, args: readonly unknown[], options: IpcOptions): Promise<Envelope<unknown>> {
  const { channel, declaration, handler, calls, contentsId } = call;
  try {
    if (args.length !== 2) throw invalidInput('', 'An input and a call id are expected.');
    const problem = messageProblem(args);
    if (problem !== null) throw invalidInput('', problem);
    const input = parse(declaration.input, args[0]);
    const id = parse(CallId, args[1]);
    options.called?.(input);
    const output = declaration.output.safeParse(
      declaration.abortable
        ? await calls.run(contentsId, id, (signal) => handler(input, { signal, callerId: contentsId }))
        : await handler(input),
    );
    if (!output.success) return { ok: false, error: outputMismatch(channel, output.error, options) };
    return { ok: true, value: output.data };
  } catch (error) {
    if (isAppError(error)) return { ok: false, error: error.data };
    return { ok: false, error: unexpected(channel, error, options) };
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError('invalidInput', { issues: inputIssuesOf(parsed.error) });
  return parsed.data;
}

/** Makes the error for an output that does not match its schema. Only paths and kinds of the mismatches are logged, because values may be secret. */
function outputMismatch(channel: string, error: z.ZodError, { log, random }: IpcOptions): ErrorData {
  const logId = random.id();
  const mismatches = error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`);
  log.error('an output does not fit the contract', { logId, channel, mismatches });
  return { code: 'internal', logId };
}

function unexpected(channel: string, error: unknown, { log, random }: IpcOptions): ErrorData {
  const logId = random.id();
  log.error('an operation failed unexpectedly', { logId, channel, error });
  return { code: 'internal', logId };
}

/** The unanswered abortable calls. A `cancel` message or the end of their page aborts them. */
class CallsInFlight {
  /** The calls by the id of their web contents, because call ids are unique only within one page. */
  readonly #pages = new Map<number, Map<CallId, AbortController>>();

  /** Runs a call with its own signal. Throws AppError `invalidInput` while another call of the page has the same id. */
  async run<Output>(contentsId: number, id: CallId, call: (signal: AbortSignal) => Output): Promise<Awaited<Output>> {
    const calls = this.#pages.get(contentsId) ?? new Map<CallId, AbortController>();
    if (calls.has(id)) throw invalidInput('', 'The call id is in use.');
    const controller = new AbortController();
    this.#pages.set(contentsId, calls.set(id, controller));
    try {
      return await call(controller.signal);
    } finally {
      calls.delete(id);
      if (calls.size === 0 && this.#pages.get(contentsId) === calls) this.#pages.delete(contentsId);
    }
  }

  /** Aborts a call. Ignores an unknown id, because the call may have been answered already. */
  abort(contentsId: number, id: CallId): void {
    this.#pages.get(contentsId)?.get(id)?.abort();
  }

  /** Aborts all calls of a page that is gone; the next page in the same window counts its calls from 1 again. */
  abortAll(contentsId: number): void {
    const calls = this.#pages.get(contentsId);
    this.#pages.delete(contentsId);
    for (const controller of calls?.values() ?? []) controller.abort();
  }
}
