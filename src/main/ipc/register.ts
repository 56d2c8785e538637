/** Main's end of the contract: every message's sender is checked, its input parsed, its output parsed, its errors made data. */
import type { z } from 'zod';
import type { Declaration, Envelope } from '../../shared/contract/define.ts';
import { declarations, type Handlers } from '../../shared/contract/index.ts';
import { AppError, type ErrorData, type InputIssue, isAppError } from '../../shared/errors.ts';
import type { Log, Random } from '../platform/ports.ts';
import type { MessageSender } from './sender.ts';

/** What is used of Electron's `ipcMain`. */
export interface IpcMainLike {
  handle(channel: string, listener: (event: MessageSender, ...args: unknown[]) => Promise<unknown>): void;
  removeHandler(channel: string): void;
}

export interface IpcOptions {
  readonly ipc: IpcMainLike;
  readonly isTrustedSender: (event: MessageSender) => boolean;
  readonly log: Log;
  readonly random: Random;
  /** Told of each call whose input is right. */
  readonly called?: (input: unknown) => void;
}

type AnyHandler = (input: unknown) => unknown;
type Callable = Exclude<Declaration, { kind: 'event' }>;

/**
 * Registers one handler for each query and mutation of the contract and nothing else; the returned function takes them away. A
 * message from anywhere but the window's own page is rejected without an answer that could be read as data.
 */
export function registerIpc(handlers: Handlers, options: IpcOptions): () => void {
  const table = handlers as unknown as Record<string, Record<string, AnyHandler>>;
  const channels: string[] = [];
  for (const { area, name, channel, declaration } of declarations()) {
    if (declaration.kind === 'event') continue;
    const handler = table[area]?.[name];
    if (!handler) throw new Error(`${channel} has no handler`);
    channels.push(channel);
    options.ipc.handle(channel, async (event, ...args) => {
      if (!options.isTrustedSender(event)) {
        options.log.warn('a message from a foreign frame was refused', { channel });
        throw new Error('refused');
      }
      return answer(channel, declaration, handler, args, options);
    });
  }
  return () => {
    for (const channel of channels) options.ipc.removeHandler(channel);
  };
}

async function answer(
  channel: string,
  declaration: Callable,
  handler: AnyHandler,
  args: readonly unknown[],
  options: IpcOptions,
): Promise<Envelope<unknown>> {
  try {
    if (args.length !== 1) throw invalidInput([{ path: '', message: 'One argument is expected.' }]);
    const input = declaration.input.safeParse(args[0]);
    if (!input.success) throw invalidInput(issuesOf(input.error));
    options.called?.(input.data);
    const output = declaration.output.safeParse(await handler(input.data));
    if (!output.success) return { ok: false, error: outputMisfit(channel, output.error, options) };
    return { ok: true, value: output.data };
  } catch (error) {
    if (isAppError(error)) return { ok: false, error: error.data };
    return { ok: false, error: unexpected(channel, error, options) };
  }
}

const invalidInput = (issues: InputIssue[]) => new AppError('invalidInput', { issues });

/** The issues of a failed parse: dotted path and the schema's sentence. Messages of zod never quote the value. */
function issuesOf(error: z.ZodError): InputIssue[] {
  return error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
}

/** Only paths and kinds of the misfit are logged: the value may be the very thing that should not cross. */
function outputMisfit(channel: string, error: z.ZodError, { log, random }: IpcOptions): ErrorData {
  const logId = random.id();
  const misfits = error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`);
  log.error('an output does not fit the contract', { logId, channel, misfits });
  return { code: 'internal', logId };
}

function unexpected(channel: string, error: unknown, { log, random }: IpcOptions): ErrorData {
  const logId = random.id();
  log.error('an operation failed unexpectedly', { logId, channel, error });
  return { code: 'internal', logId };
}
