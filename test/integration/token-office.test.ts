/** Some days of the bench's busy office: what the console may never do, whatever happens. `npm run bench:tokens` takes 30. */
import { describe, expect, it } from 'vitest';
import { latchkey } from '../bench/support/latchkey-subject.ts';
import { runOffice } from '../bench/support/office.ts';
import { officeScript } from '../bench/support/office-script.ts';
import { strategies } from '../bench/support/strategies.ts';
import { SequenceRandom } from '../support/sequence-random.ts';

const startsAt = Date.UTC(2026, 10, 2);
const lived = (subject: Parameters<typeof runOffice>[0], days: number, clockJumps = false) =>
  runOffice(subject, officeScript(new SequenceRandom(1), { days, startsAt, clockJumps }), { startsAt, days });

describe('a busy office', () => {
  it('costs the app one token a day and nothing for a missing permission, also on a clock that is set wrong', async () => {
    // The script sets the clock on the third day.
    const days = 3;
    const { accounts, server } = await lived(latchkey(), days, true);
    expect(server.refusedForQuota).toBe(0);
    for (const account of Object.values(accounts)) {
      expect(account).toMatchObject({ permissionIssuances: 0, lockouts: 0 });
      expect(account.issuances - account.faultIssuances).toBeLessThanOrEqual(days + 1);
      expect(account.forbidden).toBeGreaterThan(0);
      expect(account.calls).toBeGreaterThan(60 * days);
    }
    expect(accounts.openApi.maxInADay).toBeLessThanOrEqual(5);
    expect(accounts.booking.maxInADay).toBeLessThanOrEqual(4);
  });
});

it('the office would show it: a client that asks for a token on any refusal is locked out there', async () => {
  const [subject] = strategies().filter(({ name }) => name === 'renew on any 401/403');
  if (!subject) throw new Error('the strategy is missing');
  const { accounts } = await lived(subject, 2);
  expect(accounts.openApi.permissionIssuances).toBeGreaterThan(0);
  expect(accounts.openApi.lockouts).toBeGreaterThan(0);
});
