/** The entry of the command line in a clone: `npx latchkey diagnose FILE|-`. */
import { runCommandLine } from './run-command-line.ts';

process.exitCode = await runCommandLine(
  process.argv.slice(2),
  { input: process.stdin, output: process.stdout, errors: process.stderr },
  Date.now(),
);
