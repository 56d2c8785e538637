import { useQuery } from '@tanstack/react-query';
import { ask } from '../ipc/client.ts';

/** The name of the search key on this platform: "⌘ K" or "Ctrl K". */
export const useSearchKeys = (): string =>
  `${useQuery(ask('app', 'info', null)).data?.platform === 'darwin' ? '⌘' : 'Ctrl'} K`;
