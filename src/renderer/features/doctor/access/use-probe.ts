/** Runs a probe of one connection: progress, result and cancelling. Leaving the page cancels the probe. */
import { useEffect, useRef, useState } from 'react';
import type { ProbeInput, ProbeProgress, ProbeResult } from '../../../../shared/model/access.ts';
import { call, listen } from '../../../ipc/client.ts';

export type Probe =
  | { readonly kind: 'idle' }
  | { readonly kind: 'probing'; readonly progress: ProbeProgress | null }
  | { readonly kind: 'done'; readonly result: ProbeResult }
  | { readonly kind: 'failed'; readonly error: unknown };

export function useProbe(connectionId: string) {
  const [probe, setProbe] = useState<Probe>({ kind: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  useEffect(
    () =>
      listen('doctor', 'onProbe', (progress) => {
        if (progress.connectionId === connectionId)
          setProbe((known) => (known.kind === 'probing' ? { kind: 'probing', progress } : known));
      }),
    [connectionId],
  );
  async function start(input: ProbeInput): Promise<void> {
    const own = new AbortController();
    controller.current = own;
    setProbe({ kind: 'probing', progress: null });
    try {
      setProbe({ kind: 'done', result: await call('doctor', 'probeAccess', input, own.signal) });
    } catch (error) {
      setProbe({ kind: 'failed', error });
    }
  }
  return { probe, start, cancel: () => controller.current?.abort() };
}
