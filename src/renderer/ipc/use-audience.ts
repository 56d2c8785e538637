/** Whom the screens are drawn for. */
import { useQuery } from '@tanstack/react-query';
import type { Audience } from '../../shared/model/app.ts';
import { ask } from './client.ts';

/** The audience that the person chose. Sends no query: the preferences are read before the first drawing. */
export const useAudience = (): Audience =>
  useQuery({ ...ask('app', 'preferences', null), enabled: false }).data?.audience ?? 'managers';
