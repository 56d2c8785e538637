/** The commands that ask the running app, and their help. Imports nothing, because the relay shows it without the app. */

export const PROGRAM_COMMANDS: readonly string[] = [
  'listings',
  'search',
  'calendar',
  'quote',
  'request',
  'token',
  'traffic',
  'programs',
  'mcp',
];

export const PROGRAM_USAGE = `latchkey listings [TEXT] [--limit N]
latchkey search [--from DAY --to DAY] [--guests N] [--location TEXT] [--application NAME]
latchkey calendar LISTING... [--from DAY] [--to DAY]
latchkey quote ID
latchkey quote create LISTING --from DAY --to DAY [--guests N] [--application NAME]
latchkey request GET /PATH [--api open|booking]
latchkey token status
latchkey traffic [--limit N]
latchkey programs
latchkey mcp [--print-config [CLIENT]]

Ask the running app, which sends requests with its own token, within your rate limits, and records them. No command shows a token or
issues one without need. A quote reserves nothing; only a key that may make quotes makes one, and no command books. A DAY is written YYYY-MM-DD. "latchkey calendar -" reads listing ids from the standard input, one a line.
"latchkey mcp" serves an agent that speaks the Model Context Protocol; --print-config shows what to put into its settings.

Options:
  --connection NAME   the connection, by name or id; the app's current one by default
  --plan              what the command would cost, and no request
  --wait SECONDS      the longest wait for a free place; 25 by default
  --json              one JSON document: version, ok, data or error, meta
  --help              this text

Environment:
  LATCHKEY_KEY        the key of a program, made in Settings, Programs. Without it, the app asks you once.
  LATCHKEY_PROGRAM    the name of a program without a key; "latchkey" by default
  LATCHKEY_DATA       the data folder of the app, if it is not the usual one

Exit status: 0 done; 64 wrong use; 65 refused; 69 the app or the service is not reachable; 70 a fault of the app; 75 try again later;
76 unknown whether it was done; 77 not allowed.
`;
