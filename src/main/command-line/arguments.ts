/** Reads the arguments of `latchkey diagnose`. */

/** The help of `latchkey diagnose`. */
export const USAGE = `latchkey diagnose FILE|-
latchkey diagnose FILE FILE...
latchkey self-test

The commands listings, search, calendar, quote, request, token, traffic and programs ask the running app: latchkey listings --help.

Reads what a customer sent and says why the request failed: a curl command, a HAR, HTTP messages, a console dump, an error of
axios or Python, log lines, a mail. FILE is a path; - is the standard input. Nothing is sent, and nothing is stored.
A request without its answer is checked: what the service would refuse, and how it would be right.
Of several files it prints a table: the file, the status of the answer, the confidence, the cause, the next step.
self-test, of an installed app: searches and quotes on the sandbox in a folder of its own, to show that the app works on this computer.

Options:
  --json   one JSON document instead of text (docs/doctor.md describes it)
  --help   this text

Exit status: 0 nothing wrong, 1 a failure or something wrong in a request was found, 2 nothing could be read. Of several files: 1 if any shows a failure,
else 2 if any could not be read, else 0.
`;

type Command =
  | { readonly kind: 'diagnose'; readonly files: readonly [string, ...string[]]; readonly json: boolean }
  | { readonly kind: 'help' }
  /** `problem` is a sentence for the person. */
  | { readonly kind: 'wrong'; readonly problem: string };

export function commandOf(args: readonly string[]): Command {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h') return { kind: 'help' };
  if (name === 'self-test') return { kind: 'wrong', problem: 'Only an installed app tests itself.' };
  if (name !== 'diagnose') return { kind: 'wrong', problem: `There is no command ${name}.` };
  const end = rest.indexOf('--');
  const options = end === -1 ? rest : rest.slice(0, end);
  const isOption = (one: string) => one.startsWith('-') && one !== '-';
  const files = [...options.filter((one) => !isOption(one)), ...(end === -1 ? [] : rest.slice(end + 1))];
  const given = options.filter(isOption);
  if (given.includes('--help') || given.includes('-h')) return { kind: 'help' };
  const unknown = given.find((one) => one !== '--json');
  if (unknown !== undefined) return { kind: 'wrong', problem: `There is no option ${unknown}.` };
  const [file, ...more] = files;
  if (file === undefined) return { kind: 'wrong', problem: 'Name a file, or - for the standard input.' };
  if (more.length > 0 && files.includes('-')) return { kind: 'wrong', problem: '- stands alone, without a file.' };
  return { kind: 'diagnose', files: [file, ...more], json: given.includes('--json') };
}
