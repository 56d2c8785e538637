/** The places of the app by the names that the help uses: "Availability", "Doctor, Causes", "Settings, Lock". */
import type { LinkTo } from './page-link.tsx';
import { SETTINGS_SECTIONS } from './settings-sections.ts';

const PLACES: readonly LinkTo[] = [
  { to: '/overview', text: 'Today' },
  { to: '/overview', text: 'Overview' },
  { to: '/listings', text: 'Listings' },
  { to: '/availability', text: 'Availability' },
  { to: '/calendars', text: 'Calendars' },
  { to: '/quotes', text: 'Quotes' },
  { to: '/guests', text: 'Guests' },
  { to: '/tasks', text: 'Tasks' },
  { to: '/traffic', text: 'Traffic' },
  { to: '/doctor', text: 'Doctor' },
  { to: '/doctor', search: { tab: 'paste' }, text: 'Doctor, Paste a failure' },
  { to: '/doctor', search: { tab: 'access' }, text: 'Doctor, Access' },
  { to: '/doctor', search: { tab: 'causes' }, text: 'Doctor, Causes' },
  { to: '/doctor', search: { tab: 'training' }, text: 'Doctor, Training' },
  { to: '/cases', text: 'Cases' },
  { to: '/connections', text: 'Connections' },
  { to: '/sandbox', text: 'Sandbox' },
  { to: '/settings', text: 'Settings' },
  ...SETTINGS_SECTIONS.map(
    ({ section, title }): LinkTo => ({ to: '/settings', search: { section }, text: `Settings, ${title}` }),
  ),
];

/** Returns the link to the place with this name; null for any other text. */
export const placeOf = (name: string): LinkTo | null => PLACES.find(({ text }) => text === name) ?? null;
