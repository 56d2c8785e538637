/** The search in one body: the typed text and the current hit. Ctrl+F, or Command+F on a Mac, opens it. */
import { useWindowEvent } from '@mantine/hooks';
import { useDeferredValue, useMemo, useState } from 'react';

export interface BodyFind {
  /** The number of times that the search was opened; 0 while it is closed. */
  readonly opened: number;
  readonly text: string;
  /** The number of hits, and the index of the current one. */
  readonly hits: number;
  readonly index: number;
  readonly setText: (text: string) => void;
  /** Goes to the next hit (1) or the previous one (-1), and from the last to the first. */
  readonly step: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly close: () => void;
}

/** Searches a body. `findAll` returns the hits of a text; it must change only with the body. */
export function useBodyFind<Hit>(findAll: (text: string) => readonly Hit[]): BodyFind & {
  /** The text that the hits match; the typed text may be newer. */
  readonly searched: string;
  readonly current: Hit | null;
  readonly all: readonly Hit[];
} {
  const [opened, setOpened] = useState(0);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  // A search in a long body must not delay the letters that a person types.
  const searched = useDeferredValue(opened > 0 ? text : '');
  const all = useMemo(() => findAll(searched), [findAll, searched]);
  const index = Math.min(at, Math.max(0, all.length - 1));
  const open = () => setOpened((times) => times + 1);
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'f') return;
    event.preventDefault();
    open();
  });
  return {
    opened,
    text,
    searched,
    all,
    hits: all.length,
    index,
    current: all[index] ?? null,
    setText: (typed) => {
      setText(typed);
      setAt(0);
    },
    step: (by) => setAt(all.length === 0 ? 0 : (index + by + all.length) % all.length),
    open,
    close: () => setOpened(0),
  };
}
