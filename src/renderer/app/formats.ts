/** How the window writes dates and numbers: as the person chose, else as the machine does. */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { AppInfo, Preferences } from '../../shared/model/app.ts';
import { ask } from '../ipc/client.ts';
import { setFormats } from '../text/format.ts';

/** Before the first drawing. Returns what tells these formats from others. */
export function applyFormats(client: QueryClient): string {
  const preferences = client.getQueryData(ask('app', 'preferences', null).queryKey);
  return apply(preferences, client.getQueryData(ask('app', 'info', null).queryKey));
}

/** Follows the choice. The returned text changes with it: everything has to be drawn again. */
export function useFormats(): string {
  return apply(useQuery(ask('app', 'preferences', null)).data, useQuery(ask('app', 'info', null)).data);
}

function apply(preferences: Preferences | undefined, info: AppInfo | undefined): string {
  if (!preferences || !info) return '';
  const locale = preferences.formats.locale ?? info.locale;
  const { clock } = preferences.formats;
  setFormats({ locale, clock });
  return `${locale} ${clock}`;
}
