/** The table of the commands that ask the running app: their usage, options and examples. Imports nothing, because the relay shows it without the app. */

interface CommandUsage {
  /** The forms of the command, without its name. */
  readonly usage: readonly string[];
  /** A phrase that says what the command does. */
  readonly about: string;
  /** The fixed values of the first argument. */
  readonly words?: readonly string[];
  /** The command's own options that take a value. */
  readonly options: readonly string[];
  /** The command's own options without a value. */
  readonly switches?: readonly string[];
  /** True for a command that plans and waits for nothing: it has none of the common options. */
  readonly isPlain?: boolean;
  readonly examples: readonly string[];
}

const LISTING = '318ef6898a209ec83c6ef362';

export const PROGRAM_TABLE = {
  listings: {
    usage: ['[TEXT] [--limit N | --all]'],
    about: 'lists properties, from what the app has loaded',
    options: ['limit'],
    switches: ['all'],
    examples: ['latchkey listings barcelona --limit 5', "latchkey listings --all | jq -r '.id // empty'"],
  },
  search: {
    usage: ['[--from DAY --to DAY] [--guests N] [--location TEXT] [--application NAME]'],
    about: 'finds free properties with their prices',
    options: ['from', 'to', 'guests', 'location', 'application'],
    examples: ['latchkey search --from 2027-03-05 --to 2027-03-08 --guests 2'],
  },
  calendar: {
    usage: ['LISTING... [--from DAY] [--to DAY] [--all]'],
    about: 'shows days with prices and availability',
    options: ['from', 'to'],
    switches: ['all'],
    examples: [
      `latchkey calendar ${LISTING}`,
      "latchkey listings loft --all | jq -r '.id // empty' | latchkey calendar - --all",
    ],
  },
  quote: {
    usage: ['ID', 'create LISTING --from DAY --to DAY [--guests N] [--application NAME]'],
    about: 'shows a quote, or makes one',
    words: ['create'],
    options: ['from', 'to', 'guests', 'application'],
    examples: [`latchkey quote create ${LISTING} --from 2027-03-05 --to 2027-03-08 --guests 2`],
  },
  request: {
    usage: ['GET /PATH [--api open|booking]'],
    about: 'reads a path of an API',
    words: ['GET'],
    options: ['api'],
    examples: ["latchkey request GET '/v1/listings?limit=1' --json"],
  },
  token: {
    usage: ['status'],
    about: 'says whether there is a token, and never shows it',
    words: ['status'],
    options: [],
    examples: ['latchkey token status'],
  },
  traffic: {
    usage: ['[--limit N]'],
    about: 'lists what this program has sent',
    options: ['limit'],
    examples: ['latchkey traffic --limit 10'],
  },
  programs: {
    usage: [''],
    about: 'shows the rights and the use of this program',
    options: [],
    examples: ['latchkey programs --json'],
  },
  mcp: {
    usage: ['[--print-config [CLIENT]]'],
    about: 'serves an agent that speaks the Model Context Protocol; --print-config shows what to put into its settings',
    options: [],
    switches: ['print-config'],
    isPlain: true,
    examples: ['latchkey mcp --print-config claude-code'],
  },
  completion: {
    usage: ['bash|zsh|fish|powershell'],
    about: 'writes a script by which a shell completes these commands',
    words: ['bash', 'zsh', 'fish', 'powershell'],
    options: [],
    isPlain: true,
    examples: [
      'latchkey completion bash > ~/.local/share/bash-completion/completions/latchkey',
      'latchkey completion fish > ~/.config/fish/completions/latchkey.fish',
    ],
  },
} as const satisfies Readonly<Record<string, CommandUsage>>;

export type ProgramCommand = keyof typeof PROGRAM_TABLE;
export const PROGRAM_COMMANDS = Object.keys(PROGRAM_TABLE) as readonly ProgramCommand[];

/** The options of every command; `value` describes the option's value. */
export const COMMON_OPTIONS = [
  { name: 'connection', value: 'NAME', about: "the connection, by name or id; the app's current one by default" },
  { name: 'plan', value: null, about: 'what the command would cost, and no request' },
  { name: 'wait', value: 'SECONDS', about: 'the longest wait for a free place; 25 by default' },
  { name: 'json', value: null, about: 'one JSON document: version, ok, data or error, meta' },
  { name: 'help', value: null, about: 'this text' },
] as const;

export const isProgramCommand = (name: string | undefined): name is ProgramCommand =>
  name !== undefined && Object.hasOwn(PROGRAM_TABLE, name);

/** Returns the usage of a command; missing fields are empty. */
export function usageOf(name: ProgramCommand): Required<CommandUsage> {
  return { words: [], switches: [], isPlain: false, ...(PROGRAM_TABLE[name] satisfies CommandUsage) };
}

const formsOf = (name: ProgramCommand): string[] =>
  usageOf(name).usage.map((form) => `latchkey ${name} ${form}`.trimEnd());

const OPTIONS = `Options:
${COMMON_OPTIONS.map(({ name, value, about }) => `  ${`--${name} ${value ?? ''}`.padEnd(20)}${about}\n`).join('')}  --all               of listings and calendar: one JSON object a line, as they are read; the last line has version, ok, meta
`;

const PROGRAM_USAGE = `${PROGRAM_COMMANDS.flatMap(formsOf).join('\n')}

Ask the running app, which sends requests with its own token, within your rate limits, and records them. No command shows a token or
issues one without need. A quote reserves nothing; only a key that may make quotes makes one, and no command books. A DAY is written
YYYY-MM-DD. "latchkey calendar -" reads listing ids from the standard input, one a line.
"latchkey COMMAND --help" has examples.

${OPTIONS}
Environment:
  LATCHKEY_KEY        the key of a program, made in Settings, Programs. Without it, the app asks you once.
  LATCHKEY_PROGRAM    the name of a program without a key; "latchkey" by default
  LATCHKEY_DATA       the data folder of the app, if it is not the usual one

Exit status: 0 done; 64 wrong use; 65 refused; 69 the app or the service is not reachable; 70 a fault of the app; 74 the answer cannot be
written; 75 try again later; 76 unknown whether it was done; 77 not allowed.
`;

/** Writes the help of a command: its forms, purpose, examples and options. An unknown name gets the list of all commands. */
export function helpOf(name: string | undefined): string {
  if (!isProgramCommand(name)) return PROGRAM_USAGE;
  const { about, examples, isPlain } = usageOf(name);
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  return `${formsOf(name).join('\n')}

${sentence}

${examples.length === 1 ? 'Example' : 'Examples'}:
${examples.map((example) => `  ${example}\n`).join('')}${isPlain ? '' : `\n${OPTIONS}`}`;
}
