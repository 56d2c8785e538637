/** The sections of the Settings page in their order on the screen. The search box finds them by title and content. */
import type { SettingsSectionName } from './settings-section-names.ts';

export const SETTINGS_SECTIONS = [
  { section: 'audience', title: 'Audience', about: 'Screens for property managers or for support' },
  { section: 'appearance', title: 'Appearance', about: 'Light or dark theme, text size' },
  { section: 'formats', title: 'Dates and numbers', about: 'Formats of a country, 12 or 24 hours' },
  { section: 'desktop', title: 'Desktop', about: 'Tray icon and notifications' },
  { section: 'keyboard', title: 'Keyboard', about: 'All shortcuts' },
  { section: 'privacy', title: 'Privacy', about: 'What leaves this computer, telemetry' },
  { section: 'secrets', title: 'Secrets on this machine', about: 'Key store and encryption' },
  {
    section: 'lock',
    title: 'Lock',
    about: 'Passphrase for a window that is left open, fingerprint, recordings of the screen',
  },
  { section: 'guests', title: 'Guests', about: 'Guests remembered on this computer: find, delete, export' },
  { section: 'programs', title: 'Programs', about: 'Scripts and agents that use the app: keys, rights, use, revoke' },
  { section: 'network', title: 'Network', about: 'Hosts, proxy and certificates' },
  { section: 'data', title: 'Data', about: 'Folder, backup, restore, export, delete everything' },
  { section: 'listings', title: 'Listings on this disk', about: 'Kept lists, their size and deletion' },
  { section: 'journal', title: 'Recorded traffic', about: 'Days and megabytes that are kept, guests’ data' },
  { section: 'offers', title: 'Offers', about: 'Your name, logo and closing line' },
  { section: 'policies', title: 'Set by your administrator', about: 'Policies for all users of this computer' },
  { section: 'updates', title: 'Updates', about: 'Newer versions of the app' },
  { section: 'about', title: 'About', about: 'Version, licences, accessibility, report a problem' },
] as const satisfies readonly { section: SettingsSectionName; title: string; about: string }[];
