/** Text that is typed at once and taken over a moment later. What comes from elsewhere (a link, a reset) replaces what is typed. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const SETTLED_MS = 120;

interface Typed {
  readonly text: string;
  /** What was last read back. */
  readonly seen: string;
  /** What was given and not read back yet, in order. */
  readonly given: readonly string[];
}

export function useDebouncedText(taken: string, take: (text: string) => void) {
  const [state, setState] = useState<Typed>({ text: taken, seen: taken, given: [] });
  if (taken !== state.seen) {
    const at = state.given.indexOf(taken);
    setState({ text: at === -1 ? taken : state.text, seen: taken, given: at === -1 ? [] : state.given.slice(at + 1) });
  }
  const settle = useDebouncedCallback((text: string) => {
    const wanted = text.trim();
    if (wanted === (state.given.at(-1) ?? taken)) return;
    setState((known) => ({ ...known, given: [...known.given, wanted] }));
    take(wanted);
  }, SETTLED_MS);
  const type = (text: string) => {
    setState((known) => ({ ...known, text }));
    settle(text);
  };
  return [state.text, type] as const;
}
