import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildHandlers, type Services } from '../../../../src/main/ipc/handlers.ts';
import { type CallContext, declarations } from '../../../../src/shared/contract/index.ts';
import { sampleOf } from '../../../support/schema-sample.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

type Call = { path: string; args: unknown[] };

/** Operations whose answer is part of the app, so no service gives it. */
const OF_THE_BUNDLE = new Set(['latchkey:doctor.causes']);
/** What a person chooses as the draft of a connection. */
const ENVIRONMENT = '{"_postman_variable_scope":"environment","values":[{"key":"client_id","value":"id-1"}]}';

/** Services that record their calls; every method returns its own name. */
function notingServices() {
  const calls: Call[] = [];
  const room = (path: string): unknown =>
    new Proxy(() => {}, {
      // No promise: an awaited service is itself.
      get: (_, key) => (key === 'then' ? undefined : room(path === '' ? String(key) : `${path}.${String(key)}`)),
      apply: (_, __, args) => {
        calls.push({ path, args });
        if (path.endsWith('presets')) return [];
        return path === 'training.open' ? room('training') : path;
      },
    });
  return { services: room('') as Services, calls };
}

describe('buildHandlers', () => {
  it('has a handler for every operation, and each calls one service', async () => {
    const { services, calls } = notingServices();
    const folder = makeTempFolder();
    onTestFinished(() => removeTempFolder(folder));
    const chosen = join(folder, 'environment.json');
    writeFileSync(chosen, ENVIRONMENT);
    const desktop = {
      copyText: vi.fn(async () => {}),
      copyTable: vi.fn(async () => {}),
      printPdf: async () => new Uint8Array(),
      openLink: vi.fn(async () => {}),
      openWindow: vi.fn(),
      keepTyped: vi.fn(),
      takeTyped: () => null,
      drawn: vi.fn(),
      openFolder: vi.fn(async () => {}),
      restart: vi.fn(),
      quit: vi.fn(),
      givenFile: () => '/tmp/given.lksupport',
      openFile: async () => chosen,
      chooseFile: async () => '/tmp/chosen',
    };
    const handlers = buildHandlers(services, desktop) as unknown as Record<
      string,
      Record<string, (i: unknown, context: CallContext) => unknown>
    >;
    const { signal } = new AbortController();
    for (const { area, name, channel, declaration } of declarations()) {
      if (declaration.kind === 'event') continue;
      const before = calls.length;
      await handlers[area]?.[name]?.(sampleOf(declaration.input), { signal, callerId: 1 });
      const asked = calls.length - before;
      if (area !== 'app' && !OF_THE_BUNDLE.has(channel)) expect(asked, channel).toBeGreaterThanOrEqual(1);
      // Before some calls the file of the quotes is read.
      const called = calls.slice(before).filter(({ path }) => path !== 'quotes.opened');
      expect(new Set(called.map(({ path }) => path.split('.')[0])).size, channel).toBeLessThanOrEqual(1);
    }
    expect(desktop.copyText).toHaveBeenCalledTimes(3);
    expect(desktop.copyTable).toHaveBeenCalledTimes(3);
    expect(desktop.openLink).toHaveBeenCalledOnce();
    expect(desktop.openWindow).toHaveBeenCalledOnce();
    expect(desktop.drawn).toHaveBeenCalledOnce();
  });

  it('answers a renewal with the status after it', async () => {
    const { services, calls } = notingServices();
    const desktop = {
      copyText: async () => {},
      copyTable: async () => {},
      printPdf: async () => new Uint8Array(),
      openLink: async () => {},
      openFile: async () => null,
      chooseFile: async () => null,
      openWindow: () => {},
      keepTyped: () => {},
      takeTyped: () => null,
      drawn: () => {},
      openFolder: async () => {},
      restart: () => {},
      quit: () => {},
      givenFile: () => null,
    };
    expect(await buildHandlers(services, desktop).tokens.renew({ credentialId: 'c', confirmLastSlot: true })).toBe(
      'tokens.status',
    );
    expect(calls).toEqual([
      { path: 'tokens.renew', args: ['c', true] },
      { path: 'tokens.status', args: ['c'] },
    ]);
  });
});
