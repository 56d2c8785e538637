/** The entry of the command line in a clone: `npx latchkey`. */
import { isProgramCommand } from '../../shared/text/program-usage.ts';

const args = process.argv.slice(2);
const { stdin: input, stdout: output, stderr: errors, env, platform } = process;

if (isProgramCommand(args[0])) {
  const { dataFolders, relay } = await import('./relay.ts');
  const folders = dataFolders(env, platform);
  const program = env.LATCHKEY_APP || null;
  process.exitCode = await relay(args, { folders, program, env, platform, cwd: process.cwd(), input, output, errors });
} else {
  const { runCommandLine } = await import('./run-command-line.ts');
  process.exitCode = await runCommandLine(args, { input, output, errors }, Date.now());
}
