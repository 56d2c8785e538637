import { describe, expect, it } from 'vitest';
import { prefetchShell } from '../../../../src/renderer/app/prefetch-shell.ts';
import { createQueryClient } from '../../../../src/renderer/app/query-client.ts';
import { installFakeMain } from '../../../support/fake-main.ts';
import {
  appInfoFixture,
  connectionFixture,
  connectionsFixture,
  preferencesFixture,
} from '../../../support/fixtures.ts';

describe('prefetchShell', () => {
  it('asks for the current connection, and rejects when main does not answer', async () => {
    const connection = connectionFixture();
    const main = installFakeMain({
      app: { info: () => appInfoFixture(), preferences: () => preferencesFixture() },
      connections: { list: () => connectionsFixture([connection]) },
    });
    await expect(prefetchShell(createQueryClient())).rejects.toThrow(/no answer/);
    expect(main.inputsOf('tokens', 'status')).toEqual([{ connectionId: connection.id }]);
  });
});
