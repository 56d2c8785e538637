/** The loop of the fuzzer: inputs until the time is over, with samples through the journal and sessions with the whole console. */
import { leaksInJournal, type Sample, type SampleLeak } from './console/journal-batch.ts';
import { session } from './console/session.ts';
import { bomb } from './planted/bombs.ts';
import { type FuzzInput, randomInput } from './planted/input.ts';
import { shrunk } from './planted/shrink.ts';
import { type Outcome, tried, triedBomb } from './planted/try.ts';
import { Dice } from './random.ts';

export interface RunOptions {
  readonly seconds: number;
  /** Inputs after which the run ends, however much time is left. */
  readonly maxInputs: number;
  readonly seed: number;
  /** Called for the first failures, each made as small as it gets. */
  readonly onFailure: (failure: Failure) => void;
}

export interface Failure {
  readonly what: 'leak' | 'crash' | 'slow';
  /** For `--replay`. */
  readonly seed: number;
  readonly detail: string;
}

export interface RunTotals {
  inputs: number;
  plantedValues: number;
  leaks: number;
  crashes: number;
  slow: number;
  journalSamples: number;
  /** Inputs that were also pasted into the Doctor, in each of its forms. */
  pasted: number;
  sessions: number;
  bombs: number;
  /** The largest work of an input, in ms of CPU for redaction per 1,000 characters. */
  maxMsPer1000: number;
}

const emptyTotals = (): RunTotals => ({
  ...{ inputs: 0, plantedValues: 0, leaks: 0, crashes: 0, slow: 0 },
  ...{ journalSamples: 0, pasted: 0, sessions: 0, bombs: 0, maxMsPer1000: 0 },
});

/** Of so many inputs, one also goes through HAR and command lines; one through the journal's file; one is a bomb. */
const EVERY_WAY = 10;
const EVERY_SAMPLE = 40;
const EVERY_BOMB = 400;
const SAMPLES = 500;
const EVERY_SESSION = 50_000;
const MAX_SHOWN_PER_SURFACE = 6;
/**
 * What redaction may cost in CPU time: per 1,000 characters, beside a constant. The collector of garbage counts too, so an input over it
 * counts only when it is over it five times.
 */
const MAX_MS_PER_1000 = 1;
const MAX_CONSTANT_MS = 20;
const BOMB_LENGTHS = [2_000, 20_000, 200_000, 1_000_000] as const;

const isSlow = (ms: number, characters: number) => ms > MAX_CONSTANT_MS + (characters / 1_000) * MAX_MS_PER_1000;

export async function run({ seconds, maxInputs, seed, onFailure }: RunOptions): Promise<RunTotals> {
  const totals = emptyTotals();
  const end = performance.now() + seconds * 1_000;
  const shown = new Set<string>();
  let samples: Sample[] = [];
  const flush = async () => {
    report(await leaksInJournal(samples));
    totals.journalSamples += samples.length;
    samples = [];
  };
  const report = (leaks: readonly SampleLeak[]) => {
    totals.leaks += leaks.length;
    for (const { seed: failing, way, value } of leaks)
      onFailure({ what: 'leak', seed: failing, detail: `${way}: ${value}` });
  };
  const converse = async (number: number) => {
    report((await session(number)).leaks);
    totals.sessions += 1;
  };
  await converse(seed);
  for (; totals.inputs < maxInputs && performance.now() < end; totals.inputs += 1) {
    const number = seed * 1_000_003 + totals.inputs;
    if (totals.inputs % EVERY_BOMB === EVERY_BOMB - 1) {
      await explode(number, totals, onFailure);
      continue;
    }
    const input = randomInput(number);
    const outcome = await tried(input, totals.inputs % EVERY_WAY === 0);
    totals.plantedValues += outcome.built.values.length;
    if (totals.inputs % EVERY_WAY === 0) totals.pasted += 1;
    if (outcome.crash !== null) {
      totals.crashes += 1;
      onFailure({ what: 'crash', seed: number, detail: outcome.crash });
    }
    if (outcome.leaks.length > 0) {
      totals.leaks += 1;
      const ofSurface = [...shown].filter((kind) => kind.startsWith(`${input.surface}: `));
      if (ofSurface.length < MAX_SHOWN_PER_SURFACE) await show(input, shown, onFailure);
    } else if (outcome.raw && totals.inputs % EVERY_SAMPLE === 0)
      samples.push({ seed: number, raw: outcome.raw, values: outcome.built.values });
    await weigh(input, outcome, totals, onFailure);
    if (samples.length === SAMPLES) await flush();
    if (totals.inputs % EVERY_SESSION === EVERY_SESSION - 1) await converse(number);
  }
  if (samples.length > 0) await flush();
  return totals;
}

/** Shows a leak once for each kind of structure. */
async function show(input: FuzzInput, shown: Set<string>, onFailure: RunOptions['onFailure']): Promise<void> {
  const small = await shrunk(input, async (one) => (await tried(one, true)).leaks.length > 0);
  const outcome = await tried(small, true);
  const kind = describe(small);
  if (shown.has(kind)) return;
  shown.add(kind);
  const [leak] = outcome.leaks;
  const { message, logged, surface } = outcome.built;
  const sent =
    surface === 'log'
      ? logged
      : JSON.stringify([message.url, message.requestBody, message.responseHeaders, message.responseBody]);
  onFailure({
    what: 'leak',
    seed: input.seed,
    detail: `${kind}\n  way: ${leak?.way}, value: ${JSON.stringify(leak?.values[0])}\n  sent: ${sent.slice(0, 1_500)}\n  out:  ${leak?.text.slice(0, 3_000)}`,
  });
}

const describe = ({ surface, plantings }: FuzzInput): string =>
  `${surface}: ${plantings.map(({ leaf, wraps }) => [leaf.name ?? leaf.kind, ...wraps.map(({ name }) => name)].join(' in ')).join('; ')}`;

/** Measures an input that took long again: the least of several times is what it costs. */
async function weigh(
  input: FuzzInput,
  { ms, characters }: Outcome,
  totals: RunTotals,
  onFailure: RunOptions['onFailure'],
): Promise<void> {
  if (!isSlow(ms, characters)) return;
  let least = ms;
  for (let again = 0; again < 4; again += 1) least = Math.min(least, (await tried(input, false)).ms);
  noteWork(input.seed, least, characters, totals, onFailure);
}

async function explode(number: number, totals: RunTotals, onFailure: RunOptions['onFailure']): Promise<void> {
  const dice = new Dice(number);
  const text = bomb(
    dice,
    dice.weighted([
      [8, BOMB_LENGTHS[0]],
      [6, BOMB_LENGTHS[1]],
      [2, BOMB_LENGTHS[2]],
      [1, BOMB_LENGTHS[3]],
    ]),
  );
  totals.bombs += 1;
  const first = await triedBomb(text, number);
  if (first.crash !== null) {
    totals.crashes += 1;
    onFailure({ what: 'crash', seed: number, detail: first.crash });
    return;
  }
  let least = first.ms;
  for (let again = 0; again < 4 && isSlow(least, text.length); again += 1)
    least = Math.min(least, (await triedBomb(text, number)).ms);
  noteWork(number, least, text.length, totals, onFailure);
}

function noteWork(
  seed: number,
  ms: number,
  characters: number,
  totals: RunTotals,
  onFailure: RunOptions['onFailure'],
): void {
  // Below this, the constant cost of an exchange tells more than its size.
  if (characters >= 20_000) totals.maxMsPer1000 = Math.max(totals.maxMsPer1000, (ms / characters) * 1_000);
  if (!isSlow(ms, characters)) return;
  totals.slow += 1;
  onFailure({ what: 'slow', seed, detail: `${ms.toFixed(1)} ms for ${characters} characters` });
}

/** Tries one seed again and shows what comes of it. */
export async function replay(seed: number, onFailure: RunOptions['onFailure']): Promise<RunTotals> {
  const totals = { ...emptyTotals(), inputs: 2 };
  const input = randomInput(seed);
  const outcome = await tried(input, true);
  totals.plantedValues = outcome.built.values.length;
  totals.leaks = outcome.leaks.length;
  if (outcome.leaks.length > 0) await show(input, new Set(), onFailure);
  else if (outcome.raw)
    // Its bytes and its index may have a part of a value.
    for (const { way, value } of await leaksInJournal([{ seed, raw: outcome.raw, values: outcome.built.values }])) {
      totals.leaks += 1;
      onFailure({ what: 'leak', seed, detail: `${way}: ${value}` });
    }
  if (outcome.crash !== null) {
    totals.crashes += 1;
    onFailure({ what: 'crash', seed, detail: outcome.crash });
  }
  await explode(seed, totals, onFailure);
  return totals;
}
