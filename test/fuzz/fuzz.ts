/**
 * Looks for ways out of the console for secrets and guests' data. Prints each failing input with its seed, then the totals, one JSON line
 * each; ends with status 1 when something leaked, crashed or was slow.
 *
 *   npm run fuzz -- --seconds 60 [--seed 1] [--inputs 1000000]   generated structures through every way out
 *   npm run fuzz -- --replay 1000003                             one input again, made small
 *   npm run fuzz -- --corpus [--seed 41907] [--messages 3000]     the labelled corpus, measured; --plainest measures a plain peer on it
 */
import { parseArgs } from 'node:util';
import { print } from '../bench/support/figure.ts';
import { type Measured, measure, type Tally, worst } from './console/measure.ts';
import { CORPUS_COUNT, CORPUS_SEED, corpusOf } from './corpus/corpus.ts';
import { type Failure, type RunTotals, replay, run } from './run.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    inputs: { type: 'string', default: '1000000000' },
    seed: { type: 'string' },
    replay: { type: 'string' },
    corpus: { type: 'boolean', default: false },
    plainest: { type: 'boolean', default: false },
    messages: { type: 'string' },
  },
});

/** How many of the worst categories of a list are printed. */
const WORST = 12;

const showFailure = ({ what, seed, detail }: Failure) => console.log(`${what}, --replay ${seed}\n  ${detail}`);

function showTotals(totals: RunTotals, scenario: string): void {
  const figure = (metric: string, value: number, unit: string) =>
    print({ bench: 'fuzz', subject: 'latchkey', scenario, metric, value, unit });
  figure('inputs', totals.inputs, 'inputs');
  figure('planted_values', totals.plantedValues, 'values');
  figure('through_the_journal_file', totals.journalSamples, 'exchanges');
  figure('pasted_into_the_doctor', totals.pasted, 'inputs');
  figure('sessions_with_the_whole_console', totals.sessions, 'sessions');
  figure('bombs', totals.bombs, 'inputs');
  figure('leaks', totals.leaks, 'inputs');
  figure('crashes', totals.crashes, 'inputs');
  figure('over_the_work_budget', totals.slow, 'inputs');
  figure('largest_work_per_1000_characters', totals.maxMsPer1000, 'ms');
}

function showMeasured(result: Measured, subject: string, scenario: string): void {
  const figure = (metric: string, value: number, unit: string) =>
    print({ bench: 'redaction', subject, scenario, metric, value, unit }, 2);
  const share = ({ planted, gone }: Tally) => (100 * gone) / Math.max(1, planted);
  const { secrets, guests, mustStay } = result.lists;
  figure('messages', result.messages, 'messages');
  figure('planted_values', secrets.planted + guests.planted + mustStay.planted, 'values');
  figure('secrets_blanked', share(secrets), '%');
  figure('guests_blanked', share(guests), '%');
  figure('must_stay_lost', share(mustStay), '%');
  figure('crashes', result.crashes.length, 'messages');
  for (const crash of result.crashes.slice(0, 3)) console.log(crash);
  for (const list of ['secrets', 'guests', 'mustStay'] as const) {
    console.log(list === 'mustStay' ? 'lost, worst first:' : `${list} not blanked, worst first:`);
    for (const [name, { planted, gone }] of worst(result, list, WORST))
      console.log(`  ${name.slice(list.length + 2)}: ${list === 'mustStay' ? gone : planted - gone} of ${planted}`);
  }
}

let isClean = true;
if (values.corpus) {
  const seed = Number(values.seed ?? CORPUS_SEED);
  const corpus = corpusOf(seed, Number(values.messages ?? CORPUS_COUNT));
  const subject = values.plainest ? 'a walk over names' : 'latchkey';
  showMeasured(await measure(corpus, values.plainest), subject, `the corpus of seed ${seed}`);
} else {
  const seed = Number(values.replay ?? values.seed ?? 1);
  const totals =
    values.replay === undefined
      ? await run({ seconds: Number(values.seconds), maxInputs: Number(values.inputs), seed, onFailure: showFailure })
      : await replay(seed, showFailure);
  showTotals(totals, values.replay === undefined ? `seed ${seed}` : `replay of ${seed}`);
  isClean = totals.leaks + totals.crashes + totals.slow === 0;
}
// The log's temporary folder and idle timers need no further turn of the event loop.
process.exit(isClean ? 0 : 1);
