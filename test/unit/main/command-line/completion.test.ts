/** Completion of the commands in shells, and the help of each command, from the commands' own table. */
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../../../src/main/command-line/completion.ts';
import { relay } from '../../../../src/main/command-line/relay.ts';
import { helpOf, PROGRAM_COMMANDS, usageOf } from '../../../../src/shared/text/program-usage.ts';
import { runOnStreams } from '../../../support/run-on-streams.ts';

/** True where the shell is installed. */
const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

const of = { env: {}, platform: 'linux', cwd: '/', program: null, folders: [] } as const;
const run = (...args: string[]) => runOnStreams((streams) => relay(args, { ...of, ...streams }));

describe('completion', () => {
  it('has every command and option, in each shell', () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
      for (const name of PROGRAM_COMMANDS) {
        const script = completionOf(shell) ?? '';
        expect(script).toContain(name);
        for (const word of usageOf(name).options) expect(script).toMatch(new RegExp(`(--|-l )${word}\\b`));
      }
    expect(completionOf('tcsh')).toBeNull();
    expect(completionOf('constructor')).toBeNull();
  });

  it('is written by the command, without the app', async () => {
    expect(await run('completion', 'fish')).toEqual({ status: 0, out: completionOf('fish'), err: '' });
    expect((await run('completion', 'csh')).status).toBe(64);
  });

  it.skipIf(!has('bash'))('works in bash', () => {
    const complete = (words: readonly string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ');
      const script = `${completionOf('bash')}\nCOMP_WORDS=(latchkey ${list}); COMP_CWORD=${words.length}; _latchkey; echo "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim();
    };
    expect(complete(['li'])).toBe('listings');
    expect(complete(['quote', 'cr'])).toBe('create');
    expect(complete(['listings', '--a'])).toBe('--all');
    expect(complete(['search', '--l'])).toBe('--location');
    expect(complete(['diagnose', 'x'])).toBe('');
  });

  for (const [shell, flag] of [
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)
    it.skipIf(!has(shell))(`is a script of ${shell}`, () => {
      expect(spawnSync(shell, [flag, '-c', completionOf(shell) ?? '']).status).toBe(0);
    });
});

describe('the help of a command', () => {
  it('has its forms and examples, and leaves out what it does not take', async () => {
    for (const name of PROGRAM_COMMANDS) {
      const { status, out, err } = await run(name, '--help');
      expect([status, out, err]).toEqual([0, helpOf(name), '']);
      for (const example of usageOf(name).examples) expect(out).toContain(`  ${example}\n`);
      expect(out.includes('--wait SECONDS')).toBe(!usageOf(name).isPlain);
    }
    expect(helpOf(undefined)).toContain('latchkey calendar LISTING...');
  });
});
