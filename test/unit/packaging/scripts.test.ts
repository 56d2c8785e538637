import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');
/** Without npm on the path nothing can be installed. */
const run = (name: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(SCRIPTS, `${name}.mjs`), ...args], { encoding: 'utf8', env: { PATH: '/nowhere' } });

describe.each(['format', 'check'])('npm run %s', (name) => {
  it.each(['--help', '-h'])('only says what it does for %s', (argument) => {
    const { status, stdout } = run(name, argument);
    expect([status, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(`^npm run ${name}: `)]);
  });

  it('does nothing for an argument that it does not know', () => {
    const { status, stderr } = run(name, '--hlep');
    expect([status, stderr]).toEqual([2, expect.stringContaining('“--hlep”')]);
  });
});
