import { describe, expect, it } from 'vitest';
import { prefetchShell } from '../../../../src/renderer/app/prefetch-shell.ts';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { keyOf } from '../../../../src/renderer/ipc/client.ts';
import {
  addressConnection,
  addressedConnectionId,
  shownConnectionId,
} from '../../../../src/renderer/ipc/window-connection.ts';
import { firstRowsQuery, plainView } from '../../../../src/shared/listing/listing-table.ts';
import type { ListingsStatus } from '../../../../src/shared/model/listing.ts';
import { installFakeMain } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  connectionFixture,
  connectionsFixture,
  preferencesFixture,
  ratesFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';
import { tasksFixture } from '../../../support/task-fixtures.ts';
import { statusOf } from '../listings/listings-answers.ts';

const connection = connectionFixture();
const of = { connectionId: connection.id };
const opening = (changes: Partial<ListingsStatus> = {}) => ({
  connections: connectionsFixture([connection], connection.id),
  preferences: preferencesFixture(),
  info: appInfoFixture(),
  listings: statusOf({ ...of, finishedAt: 2, revision: 3, ...changes }),
  tokens: tokensFixture(connection.id),
  rates: ratesFixture(connection.id),
  tasks: tasksFixture([], of),
  firstPage: 'listings' as const,
  firstRows: null,
});
const page = { revision: 3, total: 1, matched: 1, offset: 0, rows: [] };

describe('prefetchShell', () => {
  it('reads what the window shows first in one call', async () => {
    const main = installFakeMain({ app: { opening: () => opening() } });
    const client = createQueryClient();
    expect(await prefetchShell(client)).toBe('listings');
    expect(main.inputsOf('app', 'opening')).toEqual([{ connectionId: null }]);
    const { connections, preferences, info, listings, tokens, rates, tasks } = opening();
    for (const [key, value] of [
      [keyOf('connections', 'list', null), connections],
      [keyOf('app', 'preferences', null), preferences],
      [keyOf('app', 'info', null), info],
      [keyOf('listings', 'status', of), listings],
      [keyOf('tokens', 'status', of), tokens],
      [keyOf('traffic', 'rates', of), rates],
      [keyOf('tasks', 'list', of), tasks],
    ] as const)
      expect(client.getQueryData(key)).toEqual(value);
    expect(main.inputsOf('listings', 'rows')).toEqual([]);
  });

  it('reads the first rows where there are any', async () => {
    const main = installFakeMain({ app: { opening: () => opening({ shown: 1 }) }, listings: { rows: () => page } });
    await prefetchShell(createQueryClient());
    expect(main.inputsOf('listings', 'rows')).toMatchObject([{ ...of, search: '', offset: 0 }]);
  });

  it('opens on the connection of the window’s address, and stays on it whatever other windows choose', async () => {
    const other = connectionFixture({ id: 'conn-2' });
    const main = installFakeMain({
      app: {
        opening: ({ connectionId }) => {
          const shownId = connectionId ?? connection.id;
          return {
            ...opening({ connectionId: shownId }),
            connections: connectionsFixture([connection, other], 'conn-2'),
          };
        },
      },
    });
    await prefetchShell(createQueryClient());
    expect(addressedConnectionId()).toBe(connection.id);
    expect(shownConnectionId(connectionsFixture([connection, other], 'conn-2'))).toBe(connection.id);
    addressConnection('conn-2');
    await prefetchShell(createQueryClient());
    expect(main.inputsOf('app', 'opening')).toEqual([{ connectionId: null }, { connectionId: 'conn-2' }]);
    expect(addressedConnectionId()).toBe('conn-2');
  });

  it('takes the first rows from the same answer', async () => {
    const listings = opening({ shown: 1 }).listings;
    const query = firstRowsQuery(listings, plainView(connection.id));
    const main = installFakeMain({
      app: { opening: () => ({ ...opening({ shown: 1 }), firstRows: { query, page } }) },
    });
    const client = createQueryClient();
    await prefetchShell(client);
    expect(client.getQueryData(keyOf('listings', 'rows', query))).toEqual(page);
    expect(main.inputsOf('listings', 'rows')).toEqual([]);
  });

  it('reads the rows again when an event brought a newer status', async () => {
    const client = createQueryClient();
    const query = firstRowsQuery(opening({ shown: 1 }).listings, plainView(connection.id));
    const newer = { ...page, revision: 4, total: 2 };
    installFakeMain({
      app: {
        opening: () => {
          client.setQueryData(keyOf('listings', 'status', of), opening({ revision: 4, shown: 2 }).listings);
          return { ...opening({ shown: 1 }), firstRows: { query, page } };
        },
      },
      listings: { rows: () => newer },
    });
    await prefetchShell(client);
    expect(client.getQueryData(keyOf('listings', 'rows', query))).toEqual(newer);
  });

  it('keeps a newer snapshot that an event brought meanwhile', async () => {
    const client = createQueryClient();
    const newer = opening({ revision: 4, shown: 0 }).listings;
    installFakeMain({
      app: {
        opening: () => {
          client.setQueryData(keyOf('listings', 'status', of), newer);
          return opening();
        },
      },
    });
    await prefetchShell(client);
    expect(client.getQueryData(keyOf('listings', 'status', of))).toEqual(newer);
  });

  it('rejects when main does not answer', async () => {
    installFakeMain({});
    await expect(prefetchShell(createQueryClient())).rejects.toThrow(/no answer/);
  });
});
