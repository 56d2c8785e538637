/** The audience for which the screens are drawn. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Audience } from '../../shared/model/app.ts';
import { ask } from './client.ts';

const preferences = () => ask('app', 'preferences', null);

/** The person's chosen audience. Sends no query, because the preferences are read before the first drawing. */
export const useAudience = (): Audience => useQuery({ ...preferences(), enabled: false }).data?.audience ?? 'managers';

/** The audience, for code outside of components. */
export const currentAudience = (client: QueryClient): Audience =>
  client.getQueryData(preferences().queryKey)?.audience ?? 'managers';
