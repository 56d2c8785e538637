/** Every operation of the contract, over both ends of IPC. No test names an operation, so a new one is covered at once. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { MessageSender } from '../../src/main/ipc/check-message.ts';
import { registerIpc } from '../../src/main/ipc/register.ts';
import { buildBridge } from '../../src/preload/bridge.ts';
import { AppError } from '../../src/shared/app-error.ts';
import { type Envelope, envelopeOf } from '../../src/shared/contract/define.ts';
import { CANCEL_CHANNEL, channels, declarations } from '../../src/shared/contract/index.ts';
import type { FakeHandlers } from '../support/fake-handlers.ts';
import { IpcPair, OWN_PAGE, WINDOW_ID } from '../support/ipc-pair.ts';
import { settle } from '../support/manual-clock.ts';
import { contractCalls, registerContract } from '../support/registered-contract.ts';
import { isLoose, partsOf, sampleOf } from '../support/schema-sample.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

const PLANTED = 'planted-7f3a-value';

const { pair, handlers, log, pageGone, isTrustedSender, reset } = registerContract();

beforeEach(reset);

const CALL_ID = 7;
const invoke = (channel: string, ...args: unknown[]) =>
  pair.invoke(channel, ...args, CALL_ID) as Promise<Envelope<unknown>>;
const withExtra = (value: unknown): unknown => ({ ...(value as object), [PLANTED]: PLANTED });

describe.each(contractCalls)('$channel', ({ area, name, channel, declaration }) => {
  it('has a handler, and its answer arrives through the bridge', async () => {
    const bridge = buildBridge(pair.ipcRenderer, channels()) as unknown as Record<
      string,
      Record<string, (i: unknown) => unknown>
    >;
    const input = sampleOf(declaration.input);
    const answer = await bridge[area]?.[name]?.(input);
    expect(envelopeOf(declaration.output).parse(answer)).toMatchObject({ ok: true });
    expect(handlers.reached).toEqual([{ channel, input }]);
  });

  it('rejects invalid input before the handler', async () => {
    const sample = sampleOf(declaration.input);
    const bad = [[], [undefined], [42], ['text'], [[]], [{ [PLANTED]: 1 }], [withExtra(sample)], [sample, sample]];
    for (const args of bad) {
      const answer = await invoke(channel, ...args);
      expect(answer, JSON.stringify(args)).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
    }
    for (const id of [undefined, null, 0, -1, 1.5, '1', [1], 2 ** 60]) {
      const answer = await pair.invoke(channel, sample, id);
      expect(answer, String(id)).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
    }
    expect(await pair.invoke(channel, sample)).toMatchObject({ ok: false, error: { code: 'invalidInput' } });
    expect(handlers.reached).toEqual([]);
  });

  it('rejects every sender but the main frame of the window on its own page', async () => {
    const frame = OWN_PAGE.senderFrame;
    const strangers: MessageSender[] = [
      { ...OWN_PAGE, senderFrame: null },
      { ...OWN_PAGE, sender: { id: WINDOW_ID + 1 } },
      { ...OWN_PAGE, senderFrame: { url: 'app://bundle/', parent: frame } },
      ...[
        'https://bundle/',
        'app://other/',
        'app://bundle.example/',
        'app://bundle:8443/',
        'app://bundle@other/',
        'blob:app://bundle/0f5a2ee2-9e4b-4d5c-8f5e-2c2f8f6c9d1a',
        'file:///bundle',
        'about:blank',
        'data:,',
        '',
      ].map((url) => ({ ...OWN_PAGE, senderFrame: { url, parent: null } })),
    ];
    for (const stranger of strangers) {
      pair.from = stranger;
      await expect(invoke(channel, sampleOf(declaration.input))).rejects.toThrow('rejected');
    }
    expect(handlers.reached).toEqual([]);
  });

  it('lets no extra field out, and does not log it', async () => {
    handlers.answer(channel, () => {
      const output = sampleOf(declaration.output);
      if (Array.isArray(output)) return output.map(withExtra);
      return withExtra(output);
    });
    const answer = await invoke(channel, sampleOf(declaration.input));
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer) + log.text.replaceAll(/unrecognized_keys/g, '')).not.toContain(PLANTED);
    expect(log.entries).toHaveLength(1);
  });

  it('sends errors as data', async () => {
    handlers.answer(channel, () => {
      throw new AppError('notFound', { what: 'This' }, { cause: new Error(PLANTED) });
    });
    const answer = await invoke(channel, sampleOf(declaration.input));
    expect(answer).toEqual({ ok: false, error: { code: 'notFound', what: 'This' } });
    expect(log.entries).toEqual([]);
  });

  it('makes an unknown error internal, logged once', async () => {
    handlers.answer(channel, () => {
      throw new TypeError(PLANTED);
    });
    const answer = await invoke(channel, sampleOf(declaration.input));
    expect(envelopeOf(declaration.output).parse(answer)).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(JSON.stringify(answer)).not.toContain(PLANTED);
    expect(log.entries).toHaveLength(1);
  });

  it('has strict objects only', () => {
    for (const root of [declaration.input, declaration.output])
      for (const part of partsOf(root)) expect(isLoose(part)).toBe(false);
  });
});

describe('the whole contract', () => {
  it('registers exactly its operations', () => {
    expect(pair.channels.toSorted()).toEqual(contractCalls.map(({ channel }) => channel).toSorted());
  });

  it('removes its handlers', () => {
    const other = new IpcPair();
    const options = {
      ipc: other.ipcMain,
      isTrustedSender: () => true,
      pageGone,
      log,
      isLocked: () => false,
      random: new SequenceRandom(),
    };
    const stop = registerIpc(handlers.table(), options);
    stop();
    expect([other.channels, other.listening(CANCEL_CHANNEL)]).toEqual([[], 0]);
  });

  it('names exactly the events on…', () => {
    for (const { name, declaration } of declarations())
      expect(name.startsWith('on'), name).toBe(declaration.kind === 'event');
  });
});

describe('calls before the handlers exist', () => {
  it('wait for them', async () => {
    const [first] = contractCalls;
    if (!first) throw new Error('the contract has no call');
    const coming = Promise.withResolvers<ReturnType<FakeHandlers['table']>>();
    const early = new IpcPair();
    registerIpc(coming.promise, {
      ipc: early.ipcMain,
      isTrustedSender,
      pageGone,
      log,
      isLocked: () => false,
      random: new SequenceRandom(),
    });
    let answered = false;
    const answer = (early.invoke(first.channel, sampleOf(first.declaration.input), CALL_ID) as Promise<unknown>).then(
      (value) => {
        answered = true;
        return value;
      },
    );
    await settle();
    expect(answered).toBe(false);
    coming.resolve(handlers.table());
    expect(await answer).toMatchObject({ ok: true });
  });

  it('end with an error when the handlers fail', async () => {
    const [first] = contractCalls;
    if (!first) throw new Error('the contract has no call');
    const early = new IpcPair();
    const never = Promise.reject<ReturnType<FakeHandlers['table']>>(
      new AppError('storageFailed', { what: 'vault', reason: 'EIO' }),
    );
    never.catch(() => {});
    registerIpc(never, {
      ipc: early.ipcMain,
      isTrustedSender,
      pageGone,
      log,
      isLocked: () => false,
      random: new SequenceRandom(),
    });
    expect(await early.invoke(first.channel, sampleOf(first.declaration.input), CALL_ID)).toMatchObject({
      ok: false,
      error: { code: 'storageFailed' },
    });
  });
});
