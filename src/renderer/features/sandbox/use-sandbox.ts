/** The sandbox's state and its commands. Screen readers announce the result of each command. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState } from 'react';
import type { SandboxCommand, SandboxState } from '../../../shared/model/sandbox.ts';
import { keyOf, useAct, useAnswer } from '../../ipc/client.ts';
import { putNewer } from '../../ipc/event-bridge.ts';

export interface SandboxPanel {
  readonly state: SandboxState;
  /** Sends a command; resolves when it succeeded or failed. Screen readers announce the text once the command succeeds. */
  readonly apply: (command: SandboxCommand, announcement: string) => Promise<unknown>;
  readonly pending: SandboxCommand['kind'] | null;
  readonly announced: string;
}

/** Returns the value for `SandboxPanelContext`. Suspends until main answers. */
export function usePanelValue(): SandboxPanel {
  const client = useQueryClient();
  const state = useAnswer('sandbox', 'state', null);
  const [announced, setAnnounced] = useState('');
  const { mutateAsync, isPending, variables } = useAct('sandbox', 'apply');
  const pending = isPending ? (variables?.kind ?? null) : null;
  return useMemo(
    () => ({
      state,
      pending,
      announced,
      apply: (command, announcement) =>
        mutateAsync(command, {
          onSuccess: (next) => {
            putNewer(client, keyOf('sandbox', 'state', null), next);
            setAnnounced(announcement);
          },
        }).catch(() => {}),
    }),
    [client, mutateAsync, pending, announced, state],
  );
}

export const SandboxPanelContext = createContext<SandboxPanel | null>(null);

/** Returns the control panel's state and commands. Throws outside `SandboxPanelContext`. */
export function usePanel(): SandboxPanel {
  const panel = useContext(SandboxPanelContext);
  if (!panel) throw new Error('there is no SandboxPanelContext around this component');
  return panel;
}
