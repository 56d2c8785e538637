/**
 * Runs 30 days of a busy office in virtual time, with the same events for the console and for four other token strategies. Prints one JSON
 * line per figure. `issuances_per_day` leaves out issuances that an injected fault destroyed. Arguments: days, seed.
 */
import { SequenceRandom } from '../support/sequence-random.ts';
import { latchkey } from './support/latchkey-subject.ts';
import { type Account, runOffice } from './support/office.ts';
import { officeScript, type ScriptOptions } from './support/office-script.ts';
import { strategies } from './support/strategies.ts';
import type { Subject } from './support/subject.ts';

const DAYS = Number(process.argv[2] ?? 30);
const SEED = Number(process.argv[3] ?? 2_026);
const startsAt = Date.UTC(2026, 10, 2);
const NAMES = { openApi: 'Open API', booking: 'Booking Engine' } as const;

type Print = (metric: string, value: number, unit: string) => void;

function print(account: Account, onForbidden: string, figure: Print): void {
  const own = account.issuances - account.faultIssuances;
  figure('issuances_per_day', Number((own / DAYS).toFixed(3)), 'issuances/day');
  figure('fault_issuances', account.faultIssuances, 'issuances');
  figure(onForbidden, account.permissionIssuances, 'issuances');
  figure('lockouts', account.lockouts, 'calls');
  figure('calls_failed', account.failed, 'calls');
  figure('calls', account.calls, 'calls');
  figure('most_issuances_in_24h', account.maxInADay, 'issuances');
}

async function run(
  name: string,
  subjects: readonly Subject[],
  onForbidden: string,
  options: Partial<ScriptOptions>,
): Promise<void> {
  const script = officeScript(new SequenceRandom(SEED), { days: DAYS, startsAt, ...options });
  for (const subject of subjects) {
    const figureOf =
      (scenario: string): Print =>
      (metric, value, unit) =>
        console.log(JSON.stringify({ bench: 'tokens', subject: subject.name, scenario, metric, value, unit }));
    const begin = performance.now();
    const { accounts } = await runOffice(subject, script, { startsAt, days: DAYS });
    for (const api of ['openApi', 'booking'] as const)
      print(accounts[api], onForbidden, figureOf(`${name}, ${NAMES[api]}`));
    figureOf(name)('real_time', Number(((performance.now() - begin) / 1_000).toFixed(1)), 's');
  }
}

const subjects = () => [latchkey(), ...strategies()];
await run(`${DAYS} days of a busy office`, subjects(), 'permission_issuances', {});
// Two operations refused with one token look like a dead token: the console tries one renewal each time, which has a metric of its own.
const SUSPENDED = `${DAYS} days with the whole account refused for 2 h each`;
await run(SUSPENDED, subjects(), 'issuances_on_suspension', { suspensions: true });
