/** Completes lines of `latchkey` in the real shells, by the scripts that it writes for them. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completionOf } from '../../../src/main/command-line/completion.ts';

/** The lines to complete, and the word that each must end with. */
export const COMPLETED: readonly (readonly [line: string, word: string])[] = [
  ['latchkey li', 'listings'],
  ['latchkey quote cr', 'create'],
  ['latchkey listings --a', '--all'],
  ['latchkey search --l', '--location'],
];

/** In each shell, a program that completes the lines with the script in `file`, and prints what it has found for each on a line. */
const SHELLS: Readonly<Record<string, (file: string) => readonly string[]>> = {
  bash: (file) => {
    const complete = COMPLETED.map(([line]) => {
      const words = line.split(' ');
      return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _latchkey; echo "\${COMPREPLY[@]}"`;
    });
    return ['--norc', '-c', [`source '${file}'`, ...complete].join('\n')];
  },
  fish: (file) => {
    const complete = COMPLETED.map(([line]) => `complete -C '${line}' | string replace -r '\\t.*' ''`);
    return ['--no-config', '-c', [`source '${file}'`, ...complete].join('\n')];
  },
  // Only an interactive zsh completes: one that is typed into, whose Ctrl X prints its line.
  zsh: (file) => {
    const start = `autoload -Uz compinit; compinit -D -u; source ${file}; show() { print -r -- "<<$BUFFER>>"; BUFFER="" }; zle -N show; bindkey "^X" show; print re""ady`;
    const complete = COMPLETED.map(
      ([line]) =>
        `zpty -w -n z '${line}'$'\\t\\x18'; zpty -r -m z out '*<<*>>*'; print -r -- "$out" | grep -o '<<[^"$]*>>' | tail -1`,
    );
    return [
      '-f',
      '-c',
      [
        'zmodload zsh/zpty',
        'zpty z zsh -f -i',
        `zpty -w z '${start}'`,
        "zpty -r -m z out '*ready*'",
        ...complete,
        'zpty -d z',
      ].join('\n'),
    ];
  },
  pwsh: (file) => {
    const complete = COMPLETED.map(
      ([line]) => `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText -join ' '`,
    );
    return ['-NoProfile', '-Command', [`. '${file}'`, ...complete].join('\n')];
  },
};
export const COMPLETING_SHELLS = Object.keys(SHELLS);

/** Returns the words that a shell completes the lines with. `folder` receives the script. */
export function completedBy(shell: string, folder: string): string[] {
  const isPowerShell = shell === 'pwsh';
  const file = join(folder, `completion.${isPowerShell ? 'ps1' : shell}`);
  writeFileSync(file, completionOf(isPowerShell ? 'powershell' : shell) ?? '');
  const { stdout } = spawnSync(shell, SHELLS[shell]?.(file) ?? [], { encoding: 'utf8', timeout: 60_000 });
  // The last word of a line; zsh also marks the line's end.
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => /[\w-]+(?=\W*$)/.exec(line)?.[0] ?? '');
}
