/** A claim of docs/security.md that can be tried: what removes the defence, and which test fails then. */
import { stripTypeScriptTypes } from 'node:module';

export interface Defence {
  /** A sentence, as docs/security.md shows it. */
  readonly claim: string;
  /** The file that defends, from the project's folder. */
  readonly file: string;
  /** The text that `without` replaces. It occurs once in the file. */
  readonly text: string;
  readonly without: string;
  /** The test file, from the project's folder, and the part of the test's title that finds it. */
  readonly test: string;
  readonly title: string;
}

export interface Threat {
  /** A heading of docs/security.md. */
  readonly name: string;
  /** Who attacks, and how. */
  readonly story: string;
  readonly defences: readonly Defence[];
}

/** Why the defence cannot be removed from `source`, or null. */
export function problemOf(defence: Defence, source: string): string | null {
  const { text, without, file } = defence;
  const count = source.split(text).length - 1;
  if (count !== 1) return `its text occurs ${count} times in the file`;
  if (text === without) return 'its text is replaced by itself';
  // Any test fails on a file that does not compile.
  return file.endsWith('.ts') && !compiles(remove(defence, source))
    ? 'without its text the file does not compile'
    : null;
}

function compiles(source: string): boolean {
  try {
    return stripTypeScriptTypes(source) !== '';
  } catch {
    return false;
  }
}

/** The file without the defence. */
export const remove = ({ text, without }: Defence, source: string): string => source.split(text).join(without);
