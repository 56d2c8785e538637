/** Writes the scripts by which shells complete the commands, from the commands' own table. Words and options are letters and dashes only. */
import { COMMON_OPTIONS, PROGRAM_COMMANDS, type ProgramCommand, usageOf } from '../../shared/text/program-usage.ts';

const SHELLS: Readonly<Record<string, () => string>> = { bash, zsh, fish, powershell };

/** Returns the completion script for a shell; `null` for a shell that is not supported. */
export const completionOf = (shell: string | undefined): string | null =>
  (shell !== undefined && Object.hasOwn(SHELLS, shell) && SHELLS[shell]?.()) || null;

/** The commands that do not ask the running app, with what each does. */
const OTHERS = { diagnose: 'says why a request failed', 'self-test': 'tests the app on its sandbox' };
const NAMES = [...PROGRAM_COMMANDS, ...Object.keys(OTHERS)];

/** Lists the words that can follow a command: its fixed arguments, and its options with their dashes. */
function wordsBehind(name: ProgramCommand): string[] {
  const { words, options, switches, isPlain } = usageOf(name);
  const common = isPlain ? ['help'] : COMMON_OPTIONS.map((option) => option.name);
  return [...words, ...[...options, ...switches, ...common].map((option) => `--${option}`)];
}

const casesOf = (line: (name: ProgramCommand, words: string) => string): string =>
  PROGRAM_COMMANDS.map((name) => line(name, wordsBehind(name).join(' '))).join('\n');

function bash(): string {
  return `# Completion of latchkey for bash.
_latchkey() {
  local found=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    found='${NAMES.join(' ')}'
  else
    case "\${COMP_WORDS[1]}" in
${casesOf((name, words) => `      ${name}) found='${words}' ;;`)}
    esac
  fi
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _latchkey latchkey
`;
}

function zsh(): string {
  return `#compdef latchkey
_latchkey() {
  if (( CURRENT == 2 )); then
    compadd -- ${NAMES.join(' ')}
    return
  fi
  case $words[2] in
${casesOf((name, found) => `    ${name}) compadd -- ${found} ;;`)}
    *) _files ;;
  esac
}
if [ "$funcstack[1]" = _latchkey ]; then _latchkey "$@"; else compdef _latchkey latchkey; fi
`;
}

function fish(): string {
  const about = (name: ProgramCommand) => usageOf(name).about.replaceAll("'", "\\'");
  const names = [...PROGRAM_COMMANDS.map((name) => [name, about(name)]), ...Object.entries(OTHERS)].map(
    ([name, text]) => `complete -c latchkey -n __fish_use_subcommand -f -a ${name} -d '${text}'`,
  );
  const behind = PROGRAM_COMMANDS.flatMap((name) => {
    const { words, options, isPlain } = usageOf(name);
    const seen = `complete -c latchkey -n '__fish_seen_subcommand_from ${name}' -f`;
    const common = isPlain ? [] : COMMON_OPTIONS.flatMap((one) => (one.value === null ? [] : [one.name]));
    const valued: readonly string[] = [...options, ...common];
    return wordsBehind(name).map((word) => {
      if (words.includes(word)) return `${seen} -a ${word}`;
      const option = word.slice(2);
      return `${seen} -l ${option}${valued.includes(option) ? ' -r' : ''}`;
    });
  });
  return `# Completion of latchkey for fish.\n${[...names, ...behind].join('\n')}\n`;
}

function powershell(): string {
  const listOf = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
  return `# Completion of latchkey for PowerShell.
Register-ArgumentCompleter -Native -CommandName latchkey -ScriptBlock {
  param($word, $line, $at)
  $behind = @{
${PROGRAM_COMMANDS.map((name) => `    '${name}' = @(${listOf(wordsBehind(name))})`).join('\n')}
  }
  $typed = @($line.CommandElements | ForEach-Object { $_.ToString() })
  $isFirst = $typed.Count -lt 2 -or ($typed.Count -eq 2 -and $word -ne '')
  $found = if ($isFirst) { @(${listOf(NAMES)}) } else { $behind[$typed[1]] }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;
}
