/** Defines the commands of programs: their arguments, plan and answer. Reads arguments and formats tables. */
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { AppError, invalidInput } from '../../../shared/app-error.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import { plainLine } from '../../../shared/text/isolated-text.ts';
import {
  isProgramCommand,
  PROGRAM_COMMANDS,
  type ProgramCommand,
  usageOf,
} from '../../../shared/text/program-usage.ts';
import { type ProgramApi, WAIT_SECONDS } from '../program-api.ts';
import type { Granted } from '../programs.ts';

/** The options that every command has. */
const COMMON = {
  connection: { type: 'string' },
  plan: { type: 'boolean' },
  wait: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** The options of each command, as Node's parser takes them. */
const OPTIONS = Object.fromEntries(
  PROGRAM_COMMANDS.map((name): [string, Options] => {
    const { options, switches } = usageOf(name);
    const valued = options.map((option) => [option, { type: 'string' }]);
    const flags = switches.map((option) => [option, { type: 'boolean' }]);
    return [name, { ...Object.fromEntries([...valued, ...flags]), ...COMMON }];
  }),
) as Readonly<Record<ProgramCommand, Options>>;

export type OptionName = 'limit' | 'from' | 'to' | 'guests' | 'location' | 'application' | 'api';

export interface Arguments {
  readonly command: string;
  readonly words: readonly string[];
  readonly options: Readonly<Partial<Record<OptionName, string>>>;
  readonly connection: string | null;
  readonly isPlan: boolean;
  readonly isJson: boolean;
  /** True when the command writes one JSON object per line, as soon as each is read. */
  readonly isAll: boolean;
  readonly maxWaitMs: number;
}

export interface Context {
  readonly connection: Connection;
  readonly program: Granted;
  readonly api: ProgramApi;
  readonly words: readonly string[];
  readonly options: Arguments['options'];
  /** The standard input; `null` if no argument is `-`. */
  readonly input: string | null;
  /** Writes a record as a line and resolves when the reader has room for the next; `null` unless the program asked for lines. */
  readonly line: ((record: object) => Promise<void>) | null;
  /** Sets the sentence that the program gets if the app ends before it answers, because a write may then have been done. */
  readonly ifLost: (sentence: string) => void;
}

/** The result of a command: `data` as a JSON document, and `text` for a terminal, which is made only when it is asked for. */
export interface CommandAnswer {
  readonly data: unknown;
  readonly text: () => string;
}

export interface Planned {
  readonly api: Api;
  readonly requests: number;
  readonly isLeast?: boolean;
}

export interface Command {
  /** How many requests the command would send, and to which API; `null` when it sends none. `isLeast`: the number is a minimum. */
  readonly plan: (context: Context) => Planned | null | Promise<Planned | null>;
  readonly run: (context: Context) => Promise<CommandAnswer>;
}

/** Reads the arguments. Throws `invalidInput` for an unknown command or option, a wrong --wait, and --limit beside --all. */
export function argumentsOf(
  args: readonly string[],
  commands: Readonly<Record<string, Command>>,
): Arguments & { readonly run: Command } {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || !isProgramCommand(name))
    throw invalidInput('command', `There is no command ${JSON.stringify(name)}.`);
  const { values, positionals } = parsed(rest, OPTIONS[name]);
  const { connection, plan, json, wait = WAIT_SECONDS.usual, ...own } = values;
  const { all, ...options } = own;
  if (all === true && options.limit !== undefined) throw invalidInput('limit', 'Write --limit or --all.');
  const seconds = Number(wait);
  if (!(seconds >= 0 && seconds <= WAIT_SECONDS.most))
    throw invalidInput('wait', `--wait takes 0 to ${WAIT_SECONDS.most} seconds.`);
  return {
    ...{ run: command, command: name, words: positionals, connection: textOf(connection), maxWaitMs: seconds * 1_000 },
    ...{ isPlan: plan === true, isJson: json === true, isAll: all === true, options: options as Arguments['options'] },
  };
}

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** Reads the options and the other words of a command. Throws `invalidInput` for an option that does not exist. */
export function parsed(args: readonly string[], options: Options): Parsed {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = String(error instanceof Error ? error.message : error).split(/(?<=\.) /);
    throw invalidInput('option', sentence);
  }
}

export const textOf = (value: string | boolean | undefined): string | null =>
  typeof value === 'string' ? value : null;

/** Checks a value with a schema of the contract. Throws `invalidInput` with the schema's sentences. */
export function checked<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data as Value;
  const issues = error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: `${path.join('.')}: ${message}.`,
  }));
  throw new AppError('invalidInput', { issues });
}

/** Reads an option as a number from 1 to `max`; `otherwise` without the option. Throws `invalidInput`. */
export function countOf(name: OptionName, text: string | undefined, otherwise: number, max: number): number {
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw invalidInput(name, `--${name} takes a number from 1 to ${max}.`);
}

const GAP = '  ';
/** The maximum number of table rows in a terminal. Nobody reads more, and writing more blocks main. */
export const MAX_ROWS = 1_000;

/** Formats rows as aligned columns for a terminal, without control characters. */
export function tableOf(heading: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const cells = [
    heading,
    ...rows.slice(0, MAX_ROWS).map((row) => row.map((cell) => (cell === null ? '-' : plainLine(String(cell))))),
  ];
  const widths = heading.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(GAP);
  const more = rows.length > MAX_ROWS ? `… and ${rows.length - MAX_ROWS} more; --json has all.\n` : '';
  return cells.map((row) => `${line(row).trimEnd()}\n`).join('') + more;
}
