/** The shell for which command lines are copied: this machine's usual one, until the person chooses another in this window. */
import { useQuery } from '@tanstack/react-query';
import { type Shell, shellOf } from '../../shared/request/curl.ts';
import { ask } from '../ipc/client.ts';
import { useRememberedState } from '../ui/use-remembered-state.ts';

export function useShell() {
  const platform = useQuery(ask('app', 'info', null)).data?.platform ?? '';
  const [chosen, setChosen] = useRememberedState<Shell | null>('shell', () => null);
  return [chosen ?? shellOf(platform), (shell: Shell) => setChosen(() => shell)] as const;
}
