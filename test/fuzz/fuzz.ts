/**
 * Looks for ways out of the console for secrets and guests' data. Prints each failing input with its seed, then the totals, one JSON line
 * each; ends with status 1 when something leaked or crashed.
 *
 *   npm run fuzz -- --seconds 60 [--seed 1] [--inputs 1000000]   values in generated structures through every way out
 *   npm run fuzz -- --replay 1000003                             one input again
 *   npm run fuzz -- --corpus [--seed 41907] [--messages 3000]     the labelled corpus, measured; --plainest measures a plain peer on it
 */
import { parseArgs } from 'node:util';
import { print } from '../bench/support/figure.ts';
import { type Measured, measure, type Tally, worst } from './console/measure.ts';
import { CORPUS_COUNT, CORPUS_SEED, corpusOf } from './corpus/corpus.ts';
import { run } from './run.ts';

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
  const onFailure = ({ seed, detail }: { seed: number; detail: string }) => console.log(`--replay ${seed}: ${detail}`);
  const replayed = values.replay === undefined ? null : Number(values.replay);
  const seed = replayed === null ? Number(values.seed ?? 1) : replayed / 1_000_003;
  const maxInputs = replayed === null ? Number(values.inputs) : 1;
  const totals = await run({ seconds: Number(values.seconds), maxInputs, seed, onFailure });
  for (const [metric, value] of Object.entries(totals))
    print({ bench: 'fuzz', subject: 'latchkey', scenario: `seed ${seed}`, metric, value, unit: metric });
  isClean = totals.leaks + totals.crashes === 0;
}
// The log's temporary folder and idle timers need no further turn of the event loop.
process.exit(isClean ? 0 : 1);
