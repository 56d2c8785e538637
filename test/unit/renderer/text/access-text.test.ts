import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessFacts, accessProblems } from '../../../../src/renderer/text/access-text.ts';
import { TokenState, type TokenStatus } from '../../../../src/shared/model/token.ts';
import { accessFixture, serviceFixture } from '../../../support/access-fixture.ts';
import { connectionFixture, NOW, tokenFixture } from '../../../support/fixtures.ts';

const HOUR = 3_600_000;

const titlesOf = (facts: Partial<AccessFacts>): string[] =>
  accessProblems({
    connection: connectionFixture(),
    tokens: [],
    openCircuits: [],
    pauses: [],
    access: null,
    now: NOW,
    ...facts,
  }).map(({ title }) => title);

const booking = (changes: Partial<TokenStatus> = {}): TokenStatus =>
  tokenFixture({ api: 'booking', credentialId: 'b', label: 'Website', ...changes });
const { quota } = tokenFixture();

describe('accessProblems', () => {
  it('names nothing while everything works', () => {
    expect(titlesOf({ tokens: [tokenFixture(), booking(), booking({ state: 'none', expiresAt: null })] })).toEqual([]);
  });

  it('says until when booking is locked', () => {
    const locked = { ...quota, mayIssue: false, nextSlotAt: NOW + 2 * HOUR };
    expect(titlesOf({ tokens: [booking({ state: 'blocked', expiresAt: null, quota: locked })] })[0]).toMatch(
      /^Booking is locked until (today|tomorrow) /,
    );
    expect(titlesOf({ tokens: [booking({ state: 'blocked', quota: { ...locked, nextSlotAt: null } })] })).toEqual([
      'Booking is locked for now',
    ]);
  });

  it('says from when booking will be locked', () => {
    const expiresAt = NOW + HOUR;
    const locked = { ...quota, mayIssue: false, nextSlotAt: NOW + 2 * HOUR };
    expect(titlesOf({ tokens: [booking({ expiresAt, quota: locked })] })[0]).toMatch(
      /^Booking will be locked from .* until /,
    );
  });

  it('names the booking channel beside another one, and puts what a person must mend first', () => {
    expect(
      titlesOf({
        tokens: [
          booking({ state: 'unreachable', expiresAt: null }),
          booking({ credentialId: 'c', label: 'Partner', state: 'rejected', expiresAt: null }),
        ],
      }),
    ).toEqual([
      'Booking through Partner is locked: the service rejects its credentials',
      'Booking through Website cannot be reached',
    ]);
  });

  it('names hosts that do not answer, and pauses until they end', () => {
    const pause = { host: 'booking.example', operation: null, status: 503 } as const;
    const circuit = { host: 'booking.example', failures: 5, since: NOW, until: NOW + HOUR, reason: 'timed out' };
    expect(
      titlesOf({
        openCircuits: [circuit],
        pauses: [
          { ...pause, until: NOW + 1 },
          { ...pause, until: NOW - 1 },
        ],
      }),
    ).toHaveLength(2);
  });

  it('uses no word of the service’s accounts in any state', () => {
    const instant = fc.option(fc.integer({ min: NOW - 48 * HOUR, max: NOW + 48 * HOUR }));
    fc.assert(
      fc.property(
        fc.constantFrom(...TokenState.options),
        instant,
        instant,
        instant,
        fc.boolean(),
        fc.constantFrom(200, 401, 403),
        fc.constantFrom(0, 2 * HOUR),
        (state, expiresAt, retryAt, nextSlotAt, mayIssue, refusal, offset) => {
          const token = booking({ state, expiresAt, retryAt, quota: { ...quota, mayIssue, nextSlotAt } });
          const problems = accessProblems({
            connection: connectionFixture(),
            tokens: [token, tokenFixture({ state, expiresAt, retryAt })],
            openCircuits: [],
            pauses: [],
            access: {
              ...accessFixture({
                search: { status: refusal, at: NOW - HOUR },
                calendar: { status: 200, at: NOW - offset },
              }),
              services: [serviceFixture({ failed: true, status: mayIssue ? null : 503, at: NOW })],
            },
            now: NOW,
          });
          for (const { title, detail } of problems)
            expect(`${title} ${detail}`).not.toMatch(
              /\b(tokens?|slots?|scopes?|exchanges?|429|limits?|undefined|null|NaN)\b/i,
            );
        },
      ),
      { numRuns: 200 },
    );
  });
});
