import { expect, it } from 'vitest';
import { Emitter } from '../../../../src/main/platform/emitter.ts';
import { watchConnections } from '../../../../src/main/vault/watch-connections.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import { connectionFixture, credentialFixture } from '../../../support/fixtures.ts';

/** What the listener is told when the connection becomes `changed`. */
function told(changed: Partial<Connection> | null): string[] {
  const before = connectionFixture({ openApi: credentialFixture({ secretSetAt: 1 }) });
  let connections = [before];
  const emitter = new Emitter<never>();
  const calls: string[] = [];
  watchConnections({ snapshot: () => ({ connections }) as never, changed: emitter } as never, {
    onSourceChanged: (id) => calls.push(`source ${id}`),
    onListingAccessChanged: (id) => calls.push(`access ${id}`),
    onBookingSourceChanged: (id) => calls.push(`booking ${id}`),
    onRemoved: (id) => calls.push(`removed ${id}`),
  });
  connections = changed ? [{ ...before, ...changed }] : [];
  emitter.emit(undefined as never);
  return calls;
}

it('tells what of a connection changed', () => {
  const { id, addresses } = connectionFixture();
  expect(told({})).toEqual([]);
  expect(told({ name: 'Other' })).toEqual([]);
  expect(told({ openApi: credentialFixture({ secretSetAt: 2 }) })).toEqual([`access ${id}`]);
  expect(told({ addresses: { ...addresses, authUrl: 'https://elsewhere.example.test/oauth2/token' } })).toEqual([
    `access ${id}`,
  ]);
  expect(told({ addresses: { ...addresses, baseUrl: 'https://elsewhere.example.test' } })).toEqual([`source ${id}`]);
  expect(told({ applications: [] })).toEqual([`booking ${id}`]);
  expect(told(null)).toEqual([`removed ${id}`]);
});
