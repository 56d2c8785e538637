/** Learns the weights of the learned judge from labelled texts: a softmax regression with an L2 penalty (ADR 43). */
import { knownServices } from '../../src/main/api/known-services.ts';
import { causeOf, judgeByRules } from '../../src/main/doctor/diagnose.ts';
import { readFacts } from '../../src/main/doctor/facts/facts.ts';
import type { TextMarks } from '../../src/main/doctor/failure.ts';
import { ALWAYS, isOfWords, type Model, UNIT, weighedMarks } from '../../src/main/doctor/learned/judge-learned.ts';
import { factMarks, textMarks } from '../../src/main/doctor/learned/marks.ts';
import { lineFacts } from '../../src/main/doctor/read/line-facts.ts';
import { readPasted } from '../../src/main/doctor/read/read-pasted.ts';
import { ofService } from '../../src/main/doctor/read/report.ts';
import { linesOf } from '../../src/main/doctor/read/text-lines.ts';
import type { CauseId } from '../../src/shared/model/diagnosis.ts';
import { FORMS } from './forms.ts';
import { causesOf } from './outside/labels.ts';
import { type OutsideSet, outsideCases, READ_SETS, UNREAD_SETS } from './outside/outside.ts';
import { pastedCasesIn } from './pasted.ts';
import { shownCases } from './shown-cases.ts';

const READ_AT = Date.parse('2026-12-31T00:00:00Z');
const OWN_SETS = ['unseen2', 'unseen3', 'unseen4', 'unseen5', 'unseen6', 'pasted-forms', 'told'] as const;
/** The weight of a text of our own, whose writers knew what the Doctor looks for. */
const OWN_WEIGHT = 0.4;
/** The weight of a text of `told`, which tells in words alone what the other writers seldom wrote. */
const TOLD_WEIGHT = 0.5;
/** A mark is learnt from this number of texts on. */
const MIN_TEXTS = { word: 5, fact: 3 };
/** The head start of “cannot tell”, as the logarithm of its odds, so that the Doctor names no cause that is barely likelier. */
const DOUBT = 0.4;
const PENALTY = 0.2;
const STEPS = 200;
const RATE = 0.1;

/** A labelled text. `named`, `confidence`: what the rules alone say. `writer`: null for our own texts; `isRead`: it may be learnt from. */
export interface Row {
  readonly set: string;
  readonly writer: string | null;
  readonly isRead: boolean;
  readonly label: string;
  readonly right: readonly CauseId[];
  readonly marks: readonly string[] | null;
  readonly named: CauseId;
  readonly confidence: number;
  /** Whether the rules decide alone. */
  readonly isDecided: boolean;
  readonly excluded: ReadonlySet<CauseId>;
  /** The rules' first cause with its share before calibration; null where none fits. */
  readonly rules: ReturnType<typeof judgeByRules>['first'];
  /** What is learnt from it: of several causes with one label, the one that the rules find likelier. */
  readonly cause: CauseId;
}

type Labelled = Pick<Row, 'set' | 'writer' | 'isRead' | 'label' | 'right'> & {
  text: string;
  causes: readonly CauseId[];
};

function rowOf({ text, causes, ...about }: Labelled): Row {
  const read = readPasted(text);
  const { failures, succeeded } = ofService(read, knownServices(), READ_AT);
  const [first] = failures;
  const judged = first && judgeByRules(first.failure, first.surroundings);
  const diagnosis = judged?.diagnosis;
  const order = diagnosis?.verdicts.map(({ cause }) => cause) ?? [];
  const placeOf = (cause: CauseId) => (order.includes(cause) ? order.indexOf(cause) : order.length);
  const marks: TextMarks = textMarks(lineFacts(linesOf(text)));
  const facts = first && readFacts(first.failure, first.surroundings);
  return {
    ...about,
    marks: read.marks === null ? null : [...marks.keys(), ...(facts ? factMarks(facts) : [])],
    named: diagnosis ? causeOf(diagnosis) : succeeded > 0 ? 'nothingWrong' : 'notEnough',
    confidence: diagnosis?.verdicts[0]?.confidence ?? 0,
    isDecided: judged?.isDecided ?? true,
    rules: judged?.first ?? null,
    excluded: judged?.excluded ?? new Set(),
    cause: causes.toSorted((one, other) => placeOf(one) - placeOf(other))[0] ?? 'notEnough',
  };
}

/** The writer of a set: `ablation` and `work` come from one. */
const writerOf = (set: OutsideSet): string => (set === 'ablation' ? 'work' : (set.split('-')[0] ?? set));

export const rows = (): Row[] => [
  ...[...READ_SETS, ...UNREAD_SETS].flatMap((set) =>
    (outsideCases(set) ?? []).map(({ text, label, also_acceptable }) =>
      rowOf({
        ...{ set, text, label, writer: writerOf(set), isRead: READ_SETS.some((one) => one === set) },
        causes: causesOf(label),
        right: [label, ...also_acceptable].flatMap(causesOf),
      }),
    ),
  ),
  ...OWN_SETS.flatMap((set) =>
    pastedCasesIn(set).map(({ text, cause }) =>
      rowOf({ ...{ set, text, label: cause, writer: null, isRead: true }, causes: [cause], right: [cause] }),
    ),
  ),
  ...shownCases.flatMap(({ one: { cause }, shown }, at) =>
    [0, 7].map((step) => {
      const render = Object.values(FORMS)[(at + step) % Object.keys(FORMS).length];
      const text = render?.(shown) ?? '';
      return rowOf({
        ...{ set: 'forms', text, label: cause, writer: null, isRead: true },
        causes: [cause],
        right: [cause],
      });
    }),
  ),
];

/** Fits the weights. A rare word counts more than one that most texts have. */
export function fitted(learnt: readonly Row[]): Model {
  const texts = learnt.flatMap((row) => (row.marks === null ? [] : { ...row, marks: [...new Set(row.marks)] }));
  const counts = new Map<string, number>();
  for (const { marks } of texts) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const known = [...counts].filter(([mark, count]) => count >= (isOfWords(mark) ? MIN_TEXTS.word : MIN_TEXTS.fact));
  const places = new Map([...known.map(([mark]) => mark).sort(), ALWAYS].map((mark, at) => [mark, at]));
  const rarity = [...places.keys()].map((mark) =>
    isOfWords(mark) ? Math.log(texts.length / (counts.get(mark) ?? 1)) / 3 : 1,
  );
  const causes = [...new Set(texts.map(({ cause }) => cause))].sort();
  const examples = texts.map(({ marks, cause, writer, set }) => {
    const values = weighedMarks(marks.filter((mark) => places.has(mark)));
    return {
      places: Int32Array.from(values, ([mark]) => places.get(mark) ?? 0),
      values: Float64Array.from(values, ([mark, value]) => value * (rarity[places.get(mark) ?? 0] ?? 1)),
      cause: causes.indexOf(cause),
      weight: writer !== null ? 1 : set === 'told' ? TOLD_WEIGHT : OWN_WEIGHT,
    };
  });
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const size = causes.length;
  const length = places.size * size;
  const [weights, slope, first, second] = [vector(length), vector(length), vector(length), vector(length)];
  const errors = vector(size);
  for (let step = 1; step <= STEPS; step += 1) {
    for (let at = 0; at < length; at += 1) slope[at] = (PENALTY * at0(weights, at)) / total;
    for (const example of examples) {
      toErrors(errors, example, weights);
      const { places: marks, values, weight } = example;
      for (let mark = 0; mark < marks.length; mark += 1)
        addScaled(slope, at0(marks, mark) * size, errors, (at0(values, mark) * weight) / total);
    }
    // Adam (Kingma and Ba, 2015), with a rate that falls.
    const rate = RATE * (1 - (0.9 * step) / STEPS);
    for (let at = 0; at < length; at += 1) {
      const value = at0(slope, at);
      first[at] = 0.9 * at0(first, at) + 0.1 * value;
      second[at] = 0.999 * at0(second, at) + 0.001 * value * value;
      const speed = at0(first, at) / (1 - 0.9 ** step);
      weights[at] = at0(weights, at) - (rate * speed) / (Math.sqrt(at0(second, at) / (1 - 0.999 ** step)) + 1e-8);
    }
  }
  const doubt = (places.get(ALWAYS) ?? 0) * size + causes.indexOf('notEnough');
  weights[doubt] = at0(weights, doubt) + DOUBT;
  const rowOfMark = (at: number): number[] =>
    causes.map((_cause, place) => Math.round(UNIT * at0(weights, at * size + place) * (rarity[at] ?? 1)));
  return { causes, weights: Object.fromEntries([...places].map(([mark, at]) => [mark, rowOfMark(at)])) };
}

const vector = (length: number): Float64Array => new Float64Array(length);
/** The number at an index that is in the array. */
const at0 = (numbers: ArrayLike<number>, at: number): number => numbers[at] as number;

/** Adds the scaled numbers to those of a table from a place on. */
function addScaled(table: Float64Array, from: number, numbers: Float64Array, scale: number): void {
  for (let at = 0; at < numbers.length; at += 1) table[from + at] = at0(table, from + at) + scale * at0(numbers, at);
}

/** Computes for each cause how far its share is from what is right. */
function toErrors(
  errors: Float64Array,
  { places, values, cause }: { places: Int32Array; values: Float64Array; cause: number },
  weights: Float64Array,
): void {
  const size = errors.length;
  errors.fill(0);
  for (let mark = 0; mark < places.length; mark += 1) {
    const from = at0(places, mark) * size;
    const value = at0(values, mark);
    for (let at = 0; at < size; at += 1) errors[at] = at0(errors, at) + value * at0(weights, from + at);
  }
  const largest = Math.max(...errors);
  let whole = 0;
  for (let at = 0; at < size; at += 1) whole += errors[at] = Math.exp(at0(errors, at) - largest);
  for (let at = 0; at < size; at += 1) errors[at] = at0(errors, at) / whole - (at === cause ? 1 : 0);
}
