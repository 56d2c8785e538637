/** Two days of the bench's busy office: what the console may never do, whatever happens. `npm run bench:tokens` takes 30. */
import { describe, expect, it } from 'vitest';
import { latchkey } from '../bench/support/latchkey-subject.ts';
import { runOffice } from '../bench/support/office.ts';
import { officeScript } from '../bench/support/office-script.ts';
import { strategies } from '../bench/support/strategies.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

const startsAt = Date.UTC(2026, 10, 2);
const days = 2;
const lived = (subject: Parameters<typeof runOffice>[0], seed: number, clockJumps: boolean) =>
  runOffice(subject, officeScript(new SequenceRandom(seed), { days, startsAt, clockJumps }), { startsAt, days });

describe.each([1])('two days of a busy office (%i)', (seed) => {
  it.each([
    ['on a clock that is right', false],
    ['on a clock that is set wrong and right again', true],
  ])('cost the app one token a day and nothing for a missing permission, %s', async (_, clockJumps) => {
    const { accounts, server } = await lived(latchkey(), seed, clockJumps);
    expect(server.refusedForQuota).toBe(0);
    for (const account of Object.values(accounts)) {
      expect(account).toMatchObject({ permissionIssuances: 0, lockouts: 0 });
      expect(account.issuances - account.faultIssuances).toBeLessThanOrEqual(days + 1);
      expect(account.forbidden).toBeGreaterThan(0);
      expect(account.calls).toBeGreaterThan(130);
    }
    expect(accounts.openApi.maxInADay).toBeLessThanOrEqual(5);
    expect(accounts.booking.maxInADay).toBeLessThanOrEqual(4);
  });
});

it('the office would show it: a client that asks for a token on any refusal is locked out there', async () => {
  const [subject] = strategies().filter(({ name }) => name === 'renew on any 401/403');
  if (!subject) throw new Error('the strategy is missing');
  const { accounts } = await lived(subject, 1, false);
  expect(accounts.openApi.permissionIssuances).toBeGreaterThan(0);
  expect(accounts.openApi.lockouts).toBeGreaterThan(0);
});
