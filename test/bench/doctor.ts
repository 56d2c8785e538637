/**
 * Measures how well the Doctor names the causes of our own corpora and of texts that others labelled (test/doctor), beside a bag of words;
 * how long a diagnosis takes, and that it sends nothing. Prints one JSON line per figure. docs/benchmarks.md explains the figures.
 */
import { Socket } from 'node:net';
import { casesIn } from '../doctor/case.ts';
import { corpus } from '../doctor/corpus/index.ts';
import { type Judged, judge, perCause, top1 } from '../doctor/measure.ts';
import { bagOfWords, crossValidated } from '../doctor/outside/bag-of-words.ts';
import {
  type Answer,
  answerOf,
  figuresOf,
  outsideCases,
  READ_SETS,
  reliabilityOf,
  UNREAD_SETS,
} from '../doctor/outside/outside.ts';
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

function figures(subject: string, scenario: string, answers: readonly Answer[]): void {
  const figure = (metric: string, value: number, unit: string) =>
    print({ bench: 'doctor', subject, scenario, metric, value, unit }, 4);
  for (const [metric, value] of Object.entries(figuresOf(answers))) figure(metric, value, 'share');
  const times = answers.map(({ ms }) => ms);
  figure('p95_ms', percentile(times, 0.95), 'ms');
  for (const { from, to, cases, right } of reliabilityOf(answers))
    if (cases > 0) figure(`right_of_${from}_to_${to}`, right, `share of ${cases}`);
}

const ownAnswer = ({ name, expected, named, confidence, ms }: Judged): Answer => ({
  ...{ id: name, named, confidence, ms },
  label: expected === 'nothingWrong' ? 'success' : expected === 'notEnough' ? 'not-enough-information' : 'own',
  isRight: expected === named,
  isCause: !['nothingWrong', 'notEnough', 'unread'].includes(named),
});

const corpusCases = corpus();
judge(corpusCases);
const ownSets = {
  corpus: () => judge(corpusCases),
  unseen: () => judge(casesIn('unseen')),
  ...Object.fromEntries(
    ['unseen2', 'unseen3', 'unseen4', 'unseen5', 'unseen6', 'pasted-forms'].map((set) => [
      set,
      () => judgePasted(pastedCasesIn(set)),
    ]),
  ),
};
const sent = { requests: 0, issuances: 0 };
function counted<Result>(work: () => Result): Result {
  const { result, requests, issuances } = watched(work);
  sent.requests += requests;
  sent.issuances += issuances;
  return result;
}

const own = Object.entries(ownSets).map(([set, answer]) => ({ set, judged: counted(answer) }));
figures(
  'latchkey',
  'own',
  own.flatMap(({ judged }) => judged.map(ownAnswer)),
);
for (const { set, judged } of own)
  print(
    {
      bench: 'doctor',
      subject: 'latchkey',
      scenario: `own, ${set}`,
      metric: 'top1',
      value: top1(judged),
      unit: 'share',
    },
    4,
  );
const causes = perCause(own.find(({ set }) => set === 'corpus')?.judged ?? []);
for (const [metric, value] of [
  ['precision_min', Math.min(...causes.map(({ precision }) => precision))],
  ['recall_min', Math.min(...causes.map(({ recall }) => recall))],
] as const)
  print({ bench: 'doctor', subject: 'latchkey', scenario: 'own, corpus', metric, value, unit: 'share' }, 4);
for (const { set, judged } of own)
  for (const { name, expected, named } of judged.filter((one) => one.expected !== one.named))
    console.error(`${set}: ${name}: expected ${expected}, named ${named}`);

const work = outsideCases('work') ?? [];
const learnt = bagOfWords(work);
/** Who mends rules by the locked set replaces it first: it is opened on purpose only. */
const sets = [
  ...READ_SETS,
  ...UNREAD_SETS,
  ...(process.argv.includes('--locked') ? (['locked'] as const) : []),
] as const;
for (const set of sets) {
  const cases = outsideCases(set);
  if (!cases) {
    console.error(`${set}: not in this checkout`);
    continue;
  }
  const answers = counted(() => cases.map(answerOf));
  figures('latchkey', set, answers);
  figures('bag-of-words', set, set === 'work' ? crossValidated(cases) : cases.map(learnt));
  // Nobody learns from the other texts.
  if (READ_SETS.some((read) => read === set))
    for (const { id, label, named, confidence } of answers.filter(({ isRight }) => !isRight))
      console.error(`${set}: ${id}: ${label}, named ${named} (${confidence.toFixed(2)})`);
}
for (const [metric, value] of Object.entries(sent))
  print(
    {
      bench: 'doctor',
      subject: 'latchkey',
      scenario: 'all',
      metric,
      value,
      unit: metric === 'requests' ? 'requests' : 'tokens',
    },
    4,
  );
