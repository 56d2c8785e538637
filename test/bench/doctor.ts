/**
 * Measures how well the Doctor names the causes of the corpus (test/doctor), how long a diagnosis takes, and that it sends nothing. Prints
 * one JSON line per figure. docs/benchmarks.md explains the figures.
 */
import { Socket } from 'node:net';
import { casesIn, type FailureCase } from '../doctor/case.ts';
import { corpus } from '../doctor/corpus/index.ts';
import { type Judged, judge, perCause, top1 } from '../doctor/measure.ts';
import { judgePasted, pastedCasesIn } from '../doctor/pasted.ts';
import { print } from './support/figure.ts';
import { percentile } from './support/percentile.ts';

/** What left the process while `work` ran: calls of fetch, opened sockets, and those to a token endpoint. */
function watched<Result>(work: () => Result): { result: Result; requests: number; issuances: number } {
  const sent: string[] = [];
  const { fetch } = globalThis;
  const { connect } = Socket.prototype;
  globalThis.fetch = (input) => {
    sent.push(String(input instanceof Request ? input.url : input));
    throw new Error('The Doctor sends nothing.');
  };
  Socket.prototype.connect = function refused(...target: unknown[]): never {
    sent.push(JSON.stringify(target));
    throw new Error('The Doctor sends nothing.');
  } as typeof connect;
  try {
    const result = work();
    return { result, requests: sent.length, issuances: sent.filter((target) => target.includes('token')).length };
  } finally {
    globalThis.fetch = fetch;
    Socket.prototype.connect = connect;
  }
}

function figure(scenario: string, subject: string, metric: string, value: number, unit: string): void {
  print({ bench: 'doctor', subject, scenario, metric, value, unit }, 4);
}

const measured = (cases: readonly FailureCase[]) => {
  judge(cases);
  return watched(() => judge(cases));
};

const subjectOf = (judged: readonly Judged[]): string => `${judged.length} failures`;
const cases = corpus();
const { result: judged, requests, issuances } = measured(cases);
const causes = perCause(judged);
const subject = subjectOf(judged);
figure('corpus', subject, 'top1', top1(judged), 'share');
figure('corpus', subject, 'precision_min', Math.min(...causes.map(({ precision }) => precision)), 'share');
figure('corpus', subject, 'recall_min', Math.min(...causes.map(({ recall }) => recall)), 'share');
figure(
  'corpus',
  subject,
  'p95_ms',
  percentile(
    judged.map(({ ms }) => ms),
    0.95,
  ),
  'ms',
);
figure('corpus', subject, 'issuances', issuances, 'tokens');
figure('corpus', subject, 'requests', requests, 'requests');

/** The parts that were written without knowing the rules: exchanges as data, and texts as customers send them. */
const unseen = {
  unseen: measured(casesIn('unseen')).result,
  unseen2: judgePasted(pastedCasesIn('unseen2')),
  unseen3: judgePasted(pastedCasesIn('unseen3')),
  unseen4: judgePasted(pastedCasesIn('unseen4')),
  unseen5: judgePasted(pastedCasesIn('unseen5')),
  unseen6: judgePasted(pastedCasesIn('unseen6')),
  // Seen while the readers were mended, except for every third text.
  'pasted-forms': judgePasted(pastedCasesIn('pasted-forms')),
};
for (const [scenario, result] of Object.entries(unseen)) {
  figure(scenario, subjectOf(result), 'top1', top1(result), 'share');
  for (const { name, expected, named } of result.filter((one) => one.expected !== one.named))
    console.error(`${scenario}: ${name}: expected ${expected}, named ${named}`);
}
