/** The keyboard shortcuts of the menu and of lists. */
import { Kbd } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ask } from '../../ipc/client.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

/** `mod` is Command on a Mac, Ctrl elsewhere. The numbers follow the order of the menu. */
const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['mod', 'K'], does: 'Search pages, connections and actions' },
  { keys: ['mod', 'N'], does: 'Add a connection' },
  { keys: ['mod', '1'], does: 'Overview' },
  { keys: ['mod', '2'], does: 'Listings' },
  { keys: ['mod', '3'], does: 'Availability' },
  { keys: ['mod', '4'], does: 'Quotes' },
  { keys: ['mod', '5'], does: 'Tasks' },
  { keys: ['mod', '6'], does: 'Traffic' },
  { keys: ['mod', '7'], does: 'Doctor' },
  { keys: ['mod', '8'], does: 'Connections' },
  { keys: ['mod', '9'], does: 'Sandbox' },
  { keys: ['↑', '↓'], does: 'Move in a list or a JSON tree' },
  { keys: ['→', '←'], does: 'Open and close a branch of a JSON tree; move on the timeline of Traffic' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['Space'], does: 'Mark a row of Traffic; with Shift and arrows several' },
  { keys: ['mod', 'A'], does: 'Mark all rows of Traffic that are loaded' },
  { keys: ['Esc'], does: 'Close a drawer, or clear a filter' },
];

export function ShortcutsSection() {
  const { platform } = useSuspenseQuery(ask('app', 'info', null)).data;
  const mod = platform === 'darwin' ? '⌘' : 'Ctrl';
  return (
    <SettingsSection title="Keyboard">
      <dl className={styles.keys}>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key === 'mod' ? mod : key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </SettingsSection>
  );
}
