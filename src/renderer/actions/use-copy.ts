/** Copies text through main, because the page has no clipboard permission. */

import { useEffect, useState } from 'react';
import { SECOND_MS } from '../../shared/time/units.ts';
import { useAct } from '../ipc/client.ts';

/** Returns the copy function; `copied` is true for a while after a copy. `ofGuest`: main may clear the clipboard later, as the person chose. */
export function useCopy({ ofGuest = false } = {}): { copied: boolean; copy: (text: string) => void } {
  const { mutate } = useAct('app', 'copyText');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), 2 * SECOND_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (text) => mutate(ofGuest ? { text, ofGuest } : { text }, { onSuccess: () => setCopied(true) }),
  };
}
