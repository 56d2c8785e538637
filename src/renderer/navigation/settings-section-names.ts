/**
 * The names of the sections of the Settings page, in their order. Their titles are in another file, because the window's first file does not need
 * them.
 */
export const SETTINGS_SECTION_NAMES = [
  'audience',
  'appearance',
  'formats',
  'desktop',
  'keyboard',
  'privacy',
  'secrets',
  'lock',
  'guests',
  'programs',
  'network',
  'data',
  'listings',
  'journal',
  'offers',
  'policies',
  'updates',
  'about',
] as const;

export type SettingsSectionName = (typeof SETTINGS_SECTION_NAMES)[number];
