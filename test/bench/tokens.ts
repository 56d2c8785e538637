/**
 * 30 days of a busy office, on a virtual clock, for the console and for four strategies in use elsewhere: the same events for each.
 * Prints one JSON line per figure. A subject's issuances per day leave out those that an injected fault spent.
 */
import { SequenceRandom } from '../support/sequence-random.ts';
import { latchkey } from './support/latchkey-subject.ts';
import { live } from './support/office.ts';
import { officeScript } from './support/office-script.ts';
import { strategies } from './support/strategies.ts';

const DAYS = Number(process.argv[2] ?? 30);
const SEED = Number(process.argv[3] ?? 2_026);
const startsAt = Date.UTC(2026, 10, 2);
const NAMES = { openApi: 'Open API', booking: 'Booking Engine' } as const;

const script = officeScript(new SequenceRandom(SEED), { days: DAYS, startsAt });
for (const subject of [latchkey(), ...strategies()]) {
  const begin = performance.now();
  const { accounts } = await live(subject, script, { startsAt, days: DAYS });
  for (const api of ['openApi', 'booking'] as const) {
    const account = accounts[api];
    const figure = (metric: string, value: number, unit: string): void => {
      const scenario = `${DAYS} days of a busy office, ${NAMES[api]}`;
      console.log(JSON.stringify({ bench: 'tokens', subject: subject.name, scenario, metric, value, unit }));
    };
    const own = account.issuances - account.faultIssuances;
    figure('issuances_per_day', Number((own / DAYS).toFixed(3)), 'issuances/day');
    figure('fault_issuances', account.faultIssuances, 'issuances');
    figure('permission_issuances', account.permissionIssuances, 'issuances');
    figure('lockouts', account.lockouts, 'calls');
    figure('calls_failed', account.failed, 'calls');
    figure('calls', account.calls, 'calls');
    figure('most_issuances_in_24h', account.mostInADay, 'issuances');
  }
  const seconds = Number(((performance.now() - begin) / 1_000).toFixed(1));
  console.log(
    JSON.stringify({
      bench: 'tokens',
      subject: subject.name,
      scenario: `${DAYS} days of a busy office`,
      metric: 'real_time',
      value: seconds,
      unit: 's',
    }),
  );
}
