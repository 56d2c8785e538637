/** The table of all keyboard shortcuts. The menu, the window's key handler and the help use this table. */
import type { AppCommand } from '../model/app.ts';

interface Shortcut {
  /** The keys. `mod` is Command on a Mac, Ctrl elsewhere. */
  readonly keys: readonly string[];
  readonly does: string;
  /** The text for managers in place of `does`. */
  readonly managers?: string;
  /** The command that the menu sends to the window; null for a key that no menu item has. */
  readonly command: AppCommand | null;
  /** True for a shortcut that exists only on the pages of support. */
  readonly support?: true;
}

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['mod', 'K'], does: 'Search properties, quotes, guests, searches and actions', command: 'search' },
  { keys: ['F1'], does: 'Open the help', command: 'help' },
  { keys: ['mod', '/'], does: 'Show these shortcuts; ? does so too', command: 'shortcuts' },
  { keys: ['mod', 'N'], does: 'Add a connection', command: 'newConnection' },
  { keys: ['mod', 'Shift', 'N'], does: 'Open another window', command: 'newWindow' },
  { keys: ['mod', 'L'], does: 'Lock the app', command: 'lock' },
  { keys: ['mod', 'Shift', 'P'], does: 'Report a problem', command: 'report' },
  { keys: ['mod', '1'], does: 'Overview', managers: 'Today', command: 'overview' },
  { keys: ['mod', '2'], does: 'Listings', command: 'listings' },
  { keys: ['mod', '3'], does: 'Availability', command: 'availability' },
  { keys: ['mod', 'D'], does: 'Calendars', command: 'calendars' },
  { keys: ['mod', '4'], does: 'Quotes', command: 'quotes' },
  { keys: ['mod', '5'], does: 'Tasks', command: 'tasks' },
  { keys: ['mod', '6'], does: 'Traffic', command: 'traffic', support: true },
  { keys: ['mod', '7'], does: 'Doctor', command: 'doctor', support: true },
  { keys: ['mod', '8'], does: 'Connections', command: 'connections' },
  { keys: ['mod', '9'], does: 'Sandbox', command: 'sandbox', support: true },
  { keys: ['mod', '+'], does: 'Larger text', command: null },
  { keys: ['mod', '−'], does: 'Smaller text', command: null },
  { keys: ['mod', '0'], does: 'Text of the usual size', command: null },
  { keys: ['↑', '↓'], does: 'Move in a list', command: null },
  {
    keys: ['Shift', '↑', '→', '↓', '←'],
    does: 'Select cells of Listings and of Flexible dates; the mouse selects by dragging',
    command: null,
  },
  {
    keys: ['mod', 'C'],
    does: 'Copy the selected cells of Listings, or the row; with Shift, the titles of the columns as well',
    command: null,
  },
  {
    keys: ['→', '←'],
    does: 'Open and close a branch of a JSON tree; move on the timeline of Traffic',
    command: null,
    support: true,
  },
  { keys: ['Enter'], does: 'Open the row', command: null },
  {
    keys: ['Space'],
    does: 'Choose a result of Availability; Enter then asks for the quotes and their offer',
    command: null,
  },
  { keys: ['Space'], does: 'Mark a row of Traffic; with Shift and arrows several', command: null, support: true },
  { keys: ['mod', 'F'], does: 'Find in a body of an exchange', command: null, support: true },
  { keys: ['mod', 'A'], does: 'Select all cells or rows of a table', command: null },
  { keys: ['Esc'], does: 'Close a drawer, or clear a filter or a selection', command: null },
];

/** Returns the accelerator of a command for Electron's menu, such as "CmdOrCtrl+K". Throws when the command has no shortcut. */
export function acceleratorOf(command: AppCommand): string {
  const shortcut = SHORTCUTS.find((entry) => entry.command === command);
  if (!shortcut) throw new Error(`${command} has no shortcut`);
  return shortcut.keys.map((key) => (key === 'mod' ? 'CmdOrCtrl' : key)).join('+');
}
