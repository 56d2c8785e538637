/** Whom the screens are drawn for. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Audience } from '../../shared/model/app.ts';
import { ask } from './client.ts';

const preferences = () => ask('app', 'preferences', null);

/** The audience that the person chose. Sends no query: the preferences are read before the first drawing. */
export const useAudience = (): Audience => useQuery({ ...preferences(), enabled: false }).data?.audience ?? 'managers';

/** The audience outside a component. */
export const currentAudience = (client: QueryClient): Audience =>
  client.getQueryData(preferences().queryKey)?.audience ?? 'managers';
