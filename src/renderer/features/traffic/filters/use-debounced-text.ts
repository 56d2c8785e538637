/** A text that is applied shortly after a person types it. A change from elsewhere, such as a link or a reset, replaces the typed text. */
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { TYPING_PAUSE_MS } from '../../../ui/typing-pause.ts';

interface TypedText {
  readonly text: string;
  readonly lastApplied: string;
  /** Texts that were passed to `apply` and are not in `applied` yet, in order. */
  readonly pending: readonly string[];
}

export function useDebouncedText(applied: string, apply: (text: string) => void) {
  const [state, setState] = useState<TypedText>({ text: applied, lastApplied: applied, pending: [] });
  if (applied !== state.lastApplied) {
    const at = state.pending.indexOf(applied);
    setState({
      text: at === -1 ? applied : state.text,
      lastApplied: applied,
      pending: at === -1 ? [] : state.pending.slice(at + 1),
    });
  }
  const applyLater = useDebouncedCallback((text: string) => {
    const wanted = text.trim();
    if (wanted === (state.pending.at(-1) ?? applied)) return;
    setState((known) => ({ ...known, pending: [...known.pending, wanted] }));
    apply(wanted);
  }, TYPING_PAUSE_MS);
  const setText = (text: string) => {
    setState((known) => ({ ...known, text }));
    applyLater(text);
  };
  return [state.text, setText] as const;
}
