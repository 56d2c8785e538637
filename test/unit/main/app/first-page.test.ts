import { describe, expect, it } from 'vitest';
import { firstPageOf } from '../../../../src/main/app/first-page.ts';
import type { TokenStatus } from '../../../../src/shared/model/token.ts';
import {
  connectionFixture,
  connectionsFixture,
  sandboxFixture,
  tokenFixture,
  tokensFixture,
} from '../../../support/fixtures.ts';

const connection = connectionFixture();
const withToken = (state: TokenStatus['state']) => (connectionId: string) =>
  tokensFixture(connectionId, [tokenFixture({ api: 'openApi', state })]);

describe('the first page', () => {
  it('is Listings on the sandbox, whose tokens are nobody’s', () => {
    expect(firstPageOf(connectionsFixture([sandboxFixture(), connection], 'sandbox'), withToken('none'))).toBe(
      'listings',
    );
  });

  it.each([
    ['valid', 'listings'],
    ['due', 'listings'],
    ['none', 'overview'],
    ['expired', 'overview'],
    ['rejected', 'overview'],
  ] as const)('for a token that is %s is %s', (state, page) => {
    expect(firstPageOf(connectionsFixture([connection]), withToken(state))).toBe(page);
  });

  it('is the question of the first start until it is answered or there is a connection of one’s own', () => {
    const none = withToken('none');
    expect(firstPageOf(connectionsFixture([sandboxFixture()], 'sandbox'), none, { welcomed: false })).toBe('welcome');
    expect(firstPageOf(connectionsFixture([sandboxFixture()], 'sandbox'), none, { welcomed: true })).toBe('listings');
    expect(firstPageOf(connectionsFixture([sandboxFixture(), connection], 'sandbox'), none, { welcomed: false })).toBe(
      'listings',
    );
  });

  it('is Today, at the address of Overview, for managers', () => {
    const options = { audience: 'managers' } as const;
    expect(firstPageOf(connectionsFixture([connection]), withToken('valid'), options)).toBe('overview');
    expect(firstPageOf(connectionsFixture([sandboxFixture()], 'sandbox'), withToken('none'), options)).toBe('overview');
  });

  it('is Overview without an Open API client or a connection', () => {
    const booking = connectionFixture({ openApi: null });
    expect(firstPageOf(connectionsFixture([booking]), withToken('valid'))).toBe('overview');
    expect(firstPageOf(connectionsFixture([connection], 'removed'), withToken('valid'))).toBe('overview');
  });
});
