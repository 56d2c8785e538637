/** Secrets are write-only: no output or event has a field for one, and the bridge has no operation that returns one. */
import { describe, expect, it } from 'vitest';
import { buildBridge } from '../../src/preload/bridge.ts';
import { channels, declarations } from '../../src/shared/contract/index.ts';
import { ErrorData } from '../../src/shared/errors.ts';
import { IpcPair } from '../support/ipc-pair.ts';
import { keysOf } from '../support/schema-sample.ts';

const SECRET_NAME =
  /client_?secret|access_?token|refresh_?token|password|card_?token|cc_?token|api_?key|bearer|^secrets?$/i;
/** `secret` of a credential says where the secret is (encrypted, memory, missing), not its text. */
const PLACES = new Set(['secret']);

const outgoing = declarations().map(({ channel, declaration }) => ({
  channel,
  schema: declaration.kind === 'event' ? declaration.payload : declaration.output,
}));

describe.each([...outgoing, { channel: 'errors', schema: ErrorData }])('$channel', ({ schema }) => {
  it('has no key named like a secret', () => {
    expect(keysOf(schema).filter((key) => SECRET_NAME.test(key) && !PLACES.has(key))).toEqual([]);
  });
});

describe('the search itself', () => {
  it('finds the secrets among the inputs', () => {
    const incoming = declarations().flatMap(({ declaration }) =>
      declaration.kind === 'event' ? [] : keysOf(declaration.input),
    );
    expect(incoming.filter((key) => SECRET_NAME.test(key))).toEqual(
      expect.arrayContaining(['clientSecret', 'cardToken']),
    );
  });
});

describe('the bridge', () => {
  const bridge = buildBridge(new IpcPair().ipcRenderer, channels());

  it('has exactly the contract, frozen, and no way to name a channel', () => {
    const names = Object.entries(bridge).flatMap(([area, entries]) =>
      Object.keys(entries).map((name) => `latchkey:${area}.${name}`),
    );
    expect(names.toSorted()).toEqual(
      declarations()
        .map(({ channel }) => channel)
        .toSorted(),
    );
    expect(Object.isFrozen(bridge)).toBe(true);
    for (const area of Object.values(bridge)) {
      expect(Object.isFrozen(area)).toBe(true);
      for (const entry of Object.values(area)) expect(typeof entry === 'function' && entry.length).toBe(1);
    }
  });
});
