/** Runs the numbered examples of docs/programs.md as a person would copy them, so that none of them can rot. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inProject } from '../../../scripts/lib/project.mjs';

export interface ExampleRig {
  readonly folder: string;
  readonly key: string;
  readonly port: number;
}

interface Answer {
  readonly out: string;
  /** The JSON document of the answer; `null` for another answer. */
  readonly json: { readonly ok?: boolean; readonly data?: never; readonly [name: string]: unknown } | null;
}

const dataOf = ({ json }: Answer): Record<string, unknown> => (json?.ok === true ? (json.data ?? {}) : {});
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : -1);
/** Whether the answers of several calendars, or of one, are of these days. */
const hasDays = (data: Record<string, unknown>, count: number): boolean => {
  const calendars = (data.calendars ?? [data]) as readonly Record<string, unknown>[];
  return calendars.length > 0 && calendars.every(({ days }) => lengthOf(days) === count);
};

/** What each example must answer; all must end with 0. */
const RIGHT: Readonly<Record<string, (answer: Answer) => boolean>> = {
  1: ({ out }) => /^Id +Title/.test(out) && out.trim().split('\n').length === 6,
  2: (answer) => lengthOf(dataOf(answer).listings) > 0,
  3: ({ out }) => /EUR|USD|GBP/.test(out),
  4: ({ out }) => (out.match(/^318ef6898a209ec83c6ef362 +\d{4}-\d\d-\d\d/gm) ?? []).length === 30,
  5: (answer) => hasDays(dataOf(answer), 31),
  6: ({ out }) => /^1 request, in about \d+ s; \d+ left today\.$/.test(out.trim()),
  7: (answer) => lengthOf(dataOf(answer).results) === 1,
  8: ({ out }) => /left/.test(out) && !/eyJ|lk_/.test(out),
  9: ({ out }) => out.includes('/v1/listings'),
  10: (answer) => hasDays(dataOf(answer), 30),
  11: ({ json }) => lengthOf(json?.results) === 1,
  12: ({ json }) => json?.token_type === 'Bearer' && String(json.access_token).startsWith('lk_'),
};

/** The examples by number: each is a comment that begins with the number, and the lines below it. */
function documentedExamples(): Map<string, string> {
  const text = readFileSync(inProject('docs', 'programs.md'), 'utf8');
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const found = blocks.flatMap((block) => [...block.matchAll(/^# (\d+)\. .*\n((?:#.*\n)*)([^#\n].*)$/gm)]);
  return new Map(found.map(([, number = '', , command = '']) => [number, command]));
}

/** Runs every example, and tells `row` of each. Throws when the document and the expectations differ in their numbers. */
export async function runExamples(
  { folder, key, port }: ExampleRig,
  row: (name: string, isRight: boolean, detail: string) => void,
): Promise<void> {
  const home = join(folder, 'home');
  mkdirSync(home);
  symlinkSync(inProject(), join(home, 'latchkey'));
  const fileOf = (name: string, content: string): void => writeFileSync(join(home, name), content, { mode: 0o600 });
  fileOf('.latchkey-report', `${key}\n`);
  fileOf('key-header', `Authorization: Bearer ${key}\n`);
  fileOf('credentials', `grant_type=client_credentials&client_id=${key.split('_')[1]}&client_secret=${key}`);
  const examples = documentedExamples();
  if (Object.keys(RIGHT).join() !== [...examples.keys()].join())
    throw new Error(
      `docs/programs.md has the examples ${[...examples.keys()].join(', ')}, which differ from those here`,
    );
  for (const [number, line] of examples) {
    // A line of a crontab: its time, then the command, which cron runs in the person's folder.
    const cron = /^(?:[\d*/,-]+ ){5}(.*)$/.exec(line)?.[1];
    const command = (cron ?? line).replaceAll(':7435/', `:${port}/`);
    const child = spawn('sh', ['-c', command], {
      cwd: cron !== undefined || command.startsWith('curl') ? home : inProject(),
      env: { ...process.env, HOME: home, LATCHKEY_DATA: folder, ...(cron === undefined ? { LATCHKEY_KEY: key } : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [said, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const status = await ended;
    const file = join(home, 'prices.json');
    const out = cron !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : said;
    const isRight = status === 0 && RIGHT[number]?.({ out, json: jsonOf(out) }) === true;
    row(`example ${number} of docs/programs.md`, isRight, isRight ? '' : `${status}: ${out}${errors}`);
  }
}

function jsonOf(text: string): Answer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
