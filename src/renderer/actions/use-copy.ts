/** Copies text through main, because the page has no clipboard permission. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { act } from '../ipc/client.ts';

/** Returns the copy function and its state; `copied` is true for `shownMs` after a copy. */
export function useCopy(shownMs: number): { copied: boolean; copy: (text: string) => void } {
  const { mutate } = useMutation(act('app', 'copyText'));
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), shownMs);
    return () => window.clearTimeout(timer);
  }, [copied, shownMs]);
  return { copied, copy: (text) => mutate({ text }, { onSuccess: () => setCopied(true) }) };
}
