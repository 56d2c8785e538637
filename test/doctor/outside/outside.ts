/** Reads and measures the outside sets (README.md): texts that were labelled before anything was run. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { knownServices } from '../../../src/main/api/known-services.ts';
import { causeOf } from '../../../src/main/doctor/diagnose.ts';
import { readPasted } from '../../../src/main/doctor/read/read-pasted.ts';
import { reportOf } from '../../../src/main/doctor/read/report.ts';
import type { CauseId } from '../../../src/shared/model/diagnosis.ts';
import { isLabel, means, type OutsideLabel } from './labels.ts';

/** The day on which the texts are read: after the last time in any of them. */
const READ_AT = Date.parse('2026-12-31T00:00:00Z');

const Label = z.string().refine(isLabel);

/** `masked`: the sender masked, cut or left out something that a judge would want. `half`: which half of its file; of `second` both are read. */
const OutsideCase = z.object({
  id: z.string(),
  format: z.string(),
  text: z.string(),
  label: Label,
  also_acceptable: z.array(Label),
  note: z.string(),
  masked: z.boolean().default(false),
  half: z.enum(['learn', 'check']).optional(),
});
export type OutsideCase = z.infer<typeof OutsideCase>;

/** A file, or one half of it. */
export type OutsideSet =
  | 'work'
  | 'second'
  | 'ablation'
  | 'locked'
  | 'third-learn'
  | 'third-check'
  | 'fourth-learn'
  | 'fourth-check'
  | 'fifth-learn'
  | 'fifth-check'
  | 'sixth-learn'
  | 'sixth-check'
  | 'seventh-learn'
  | 'seventh-check'
  | 'eighth-learn'
  | 'eighth-check'
  | 'ninth-learn'
  | 'ninth-check'
  | 'tenth-learn'
  | 'tenth-check'
  | 'eleventh-learn'
  | 'eleventh-check'
  | 'twelfth-learn'
  | 'twelfth-check'
  | 'thirteenth-learn'
  | 'thirteenth-check'
  | 'fourteenth'
  | 'fifteenth'
  | 'seventeenth'
  | 'eighteenth'
  | 'nineteenth'
  | 'sixteenth'
  | 'twentieth-learn'
  | 'twentieth-check'
  | 'twentysecond'
  | 'twentythird';
/** The sets that may be read, and from which rules are learnt. */
export const READ_SETS: readonly OutsideSet[] = [
  'work',
  'second',
  'third-learn',
  'fourth-learn',
  'fifth-learn',
  'sixth-learn',
  'seventh-learn',
  'eighth-learn',
  'ninth-learn',
  'tenth-learn',
  'eleventh-learn',
  'twelfth-learn',
  'thirteenth-learn',
  'fourteenth',
  'fifteenth',
  'sixteenth',
  'seventeenth',
  'eighteenth',
  'nineteenth',
  'twentysecond',
];
/** The sets from which no rule is written, and which are measured at any time. */
export const UNREAD_SETS: readonly OutsideSet[] = [
  'ablation',
  'third-check',
  'fourth-check',
  'fifth-check',
  'sixth-check',
  'seventh-check',
  'eighth-check',
  'ninth-check',
  'tenth-check',
  'eleventh-check',
  'twelfth-check',
  'thirteenth-check',
  'twentieth-learn',
  'twentieth-check',
  'twentythird',
];

const fileOf = (set: OutsideSet): string => set.split('-')[0] ?? set;

/** The file of a set as it was written; null while it is not in the repository. A packed one is not to be read by people. */
export function outsideText(set: OutsideSet): string | null {
  const folder = fileOf(set);
  const [plain, packed] = ['json', 'json.gz'].map((ending) => new URL(`./${folder}/cases.${ending}`, import.meta.url));
  if (plain && existsSync(plain)) return readFileSync(plain, 'utf8');
  return packed && existsSync(packed) ? gunzipSync(readFileSync(packed)).toString('utf8') : null;
}

/** The cases of a set; null while it is not in the repository. */
export function outsideCases(set: OutsideSet): OutsideCase[] | null {
  const text = outsideText(set);
  const cases = text === null ? null : z.array(OutsideCase).parse(JSON.parse(text));
  const [, part] = set.split('-');
  return part === undefined ? cases : (cases?.filter(({ half }) => half === part) ?? null);
}

/** What a subject says of one text. `isRight`: it says the label, or one that is acceptable. */
export interface Answer {
  readonly id: string;
  /** `own`: a cause of our own corpora. */
  readonly label: OutsideLabel | 'own';
  readonly named: string;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly isRight: boolean;
  /** It says that a cause is there: neither that all is well nor that the text cannot tell. */
  readonly isCause: boolean;
  readonly ms: number;
}

/** The Doctor's answer to a text, as the window and the command line give it: the first failure's. */
export function answerOf({ id, text, label, also_acceptable }: OutsideCase): Answer {
  const start = performance.now();
  const report = reportOf(readPasted(text), knownServices(), READ_AT);
  const ms = performance.now() - start;
  const diagnosis = report.cases[0]?.diagnosis;
  const named: CauseId = diagnosis ? causeOf(diagnosis) : report.succeeded > 0 ? 'nothingWrong' : 'notEnough';
  return {
    ...{ id, label, named, ms },
    confidence: diagnosis?.verdicts[0]?.confidence ?? 0,
    isRight: [label, ...also_acceptable].some((one) => means(one, named)),
    isCause: named !== 'nothingWrong' && named !== 'notEnough',
  };
}

const share = (answers: readonly Answer[], holds: (answer: Answer) => boolean): number =>
  answers.length === 0 ? 0 : answers.filter(holds).length / answers.length;

/** The figures of a set (docs/doctor.md, "How it is measured"). */
export const figuresOf = (answers: readonly Answer[]) => ({
  top1: share(answers, ({ isRight }) => isRight),
  wrong_at_90: share(answers, ({ isRight, isCause, confidence }) => !isRight && isCause && confidence >= 0.9),
  false_alarm: share(
    answers.filter(({ label }) => label === 'success'),
    ({ isRight }) => !isRight,
  ),
  overreach: share(
    answers.filter(({ label }) => label === 'not-enough-information'),
    ({ isRight }) => !isRight,
  ),
});

const BANDS = [0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];

/** The reliability table: of the causes named with a confidence from `from` up to `to`, how many there are and the share that is right. */
export const reliabilityOf = (answers: readonly Answer[]) =>
  BANDS.slice(0, -1).map((from, index) => {
    const to = BANDS[index + 1] ?? 1;
    const band = answers.filter(
      ({ isCause, confidence }) => isCause && confidence >= from && (confidence < to || (to === 1 && confidence === 1)),
    );
    return { from, to, cases: band.length, right: share(band, ({ isRight }) => isRight) };
  });
