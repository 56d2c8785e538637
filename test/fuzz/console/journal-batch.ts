/** Records raw exchanges in a real journal and searches its file: the bytes of database and WAL, and everything unpacked. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RawExchange } from '../../../src/main/http/raw-exchange.ts';
import { Journal } from '../../../src/main/journal/journal.ts';
import { startInline } from '../../../src/main/journal/worker/start-inline.ts';
import { machineClock } from '../../../src/main/platform/clock.ts';
import { journalText } from '../../support/journal-text.ts';
import { makeTempFolder, removeTempFolder } from '../../support/temp-folder.ts';

export interface Sample {
  readonly seed: number;
  readonly raw: RawExchange;
  readonly values: readonly string[];
}

export interface SampleLeak {
  readonly seed: number;
  readonly way: string;
  readonly value: string;
}

const silent = { info: () => {}, warn: () => {}, error: () => {} };
/** A word of the full-text index is too short to tell a value below this length. */
const MIN_TERM = 10;

/** The planted values in the journal's file, while it is open and after it was closed. */
export async function leaksInJournal(samples: readonly Sample[]): Promise<SampleLeak[]> {
  const folder = makeTempFolder();
  try {
    const file = join(folder, 'journal.db');
    const start = startInline(machineClock);
    const choices = { maxDays: 30, maxMegabytes: 500, bodyKilobytes: 64, keepGuests: false, keepTexts: false };
    const journal = new Journal({ file, choices, clock: machineClock, log: silent, start, fallback: start });
    for (const [at, { raw }] of samples.entries()) journal.record({ ...raw, id: `x${at}` });
    // A query is answered after everything recorded before it.
    await journal.chain('none');
    const texts: Record<string, string> = {};
    for (const ending of ['', '-wal'])
      if (existsSync(file + ending)) texts[`journal${ending} bytes`] = readFileSync(file + ending, 'latin1');
    texts['journal unpacked'] = journalText(file);
    const kept = (await journal.facets('c1')).operations.reduce((sum, { count }) => sum + count, 0);
    await journal.close();
    texts['closed journal bytes'] = readFileSync(file, 'latin1');
    if (kept !== samples.length) throw new Error(`the journal keeps ${kept} of ${samples.length} exchanges`);
    return samples.flatMap(({ seed, values }) =>
      values.flatMap((value) =>
        Object.entries(texts).flatMap(([way, text]) =>
          formsOf(value).some((form) => holds(text, form)) ? [{ seed, way, value }] : [],
        ),
      ),
    );
  } finally {
    removeTempFolder(folder);
  }
}

/** Whether a text has a value; one of digits must stand alone, because times and sizes have digits too. */
const holds = (text: string, form: string): boolean =>
  /^\d+$/.test(form) ? new RegExp(`(?<!\\d)${form}(?!\\d)`).test(text) : text.includes(form);

/** As it is, as JSON escapes it, as bytes, and as words of the index. */
function formsOf(value: string): string[] {
  const words = value.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const tellsMuch = words.filter((word) => word.length >= MIN_TERM && /\d/.test(word) && /[a-z]/.test(word));
  return [...new Set([value, JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('latin1'), ...tellsMuch])];
}
