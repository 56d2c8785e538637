/** The shell of copied command lines: the one that the person chose in this window, or else this machine's usual one. */
import { type Shell, shellOf } from '../../shared/request/curl.ts';
import { useAsk } from '../ipc/client.ts';
import { useRememberedState } from '../ui/use-remembered-state.ts';

export function useShell() {
  const platform = useAsk('app', 'info', null).data?.platform ?? '';
  const [chosen, setChosen] = useRememberedState<Shell | null>('shell', () => null);
  return [chosen ?? shellOf(platform), (shell: Shell) => setChosen(() => shell)] as const;
}
