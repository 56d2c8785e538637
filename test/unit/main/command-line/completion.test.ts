/** Completion of the commands in shells, and the help of each command, from the commands' own table. */
import { execFileSync, spawnSync } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../../../src/main/command-line/completion.ts';
import { relay } from '../../../../src/main/command-line/relay.ts';
import { helpOf, PROGRAM_COMMANDS, usageOf } from '../../../../src/shared/text/program-usage.ts';

/** True where the shell is installed. */
const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

async function said(...args: string[]): Promise<{ readonly status: number; readonly text: string }> {
  let text = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const of = { env: {}, platform: 'linux', cwd: '/', program: null, folders: [] } as const;
  return { status: await relay(args, { ...of, input: Readable.from([]), output, errors: output }), text };
}

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
    expect(await said('completion', 'fish')).toEqual({ status: 0, text: completionOf('fish') });
    expect((await said('completion', 'csh')).status).toBe(64);
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
      const { status, text } = await said(name, '--help');
      expect([status, text]).toEqual([0, helpOf(name)]);
      for (const example of usageOf(name).examples) expect(text).toContain(`  ${example}\n`);
      expect(text.includes('--wait SECONDS')).toBe(!usageOf(name).isPlain);
    }
    expect(helpOf(undefined)).toContain('latchkey calendar LISTING...');
  });
});
