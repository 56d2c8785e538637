/** The window's formats of dates and numbers: chosen by the person, else of the machine. */
import type { QueryClient } from '@tanstack/react-query';
import type { AppInfo, Preferences } from '../../shared/model/app.ts';
import { ask, useAsk } from '../ipc/client.ts';
import { setFormats } from '../text/format.ts';

/** Applies the formats of dates and numbers before the window's first render. Returns a key for React that changes with the formats. */
export function applyFormats(client: QueryClient): string {
  const preferences = client.getQueryData(ask('app', 'preferences', null).queryKey);
  return apply(preferences, client.getQueryData(ask('app', 'info', null).queryKey));
}

/** Applies the formats whenever the person changes them. Returns a key that changes with the formats; everything must then be redrawn. */
export function useFormats(): string {
  return apply(useAsk('app', 'preferences', null).data, useAsk('app', 'info', null).data);
}

function apply(preferences: Preferences | undefined, info: AppInfo | undefined): string {
  if (!preferences || !info) return '';
  const locale = preferences.formats.locale ?? info.locale;
  const { clock } = preferences.formats;
  setFormats({ locale, clock });
  return `${locale} ${clock}`;
}
