import { useAsk } from '../ipc/client.ts';

/** Returns the name of the search key on this platform: "⌘ K" or "Ctrl K". */
export const useSearchKeys = (): string =>
  `${useAsk('app', 'info', null).data?.platform === 'darwin' ? '⌘' : 'Ctrl'} K`;
