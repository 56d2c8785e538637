/** The renderer's query cache. Main owns the network, retries and freshness: no query refetches by itself, and events report changes. */
import { notifications } from '@mantine/notifications';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { currentAudience, currentNow } from '../ipc/current.ts';
import { errorDataOf, textOfError } from '../text/error-text.ts';

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      // Mutation inputs may contain secrets, so none stays in memory.
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if (mutation.meta?.quiet === true || errorDataOf(error)?.code === 'cancelled') return;
        const { sentence, action } = textOfError(error, currentNow(client), currentAudience(client));
        notifications.show({ title: sentence, message: action, color: 'red', autoClose: 10_000, withBorder: true });
      },
    }),
  });
  return client;
}
