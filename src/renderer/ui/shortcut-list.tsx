/** The keyboard shortcuts as a list. */
import { Kbd } from '@mantine/core';
import { SHORTCUTS } from '../../shared/input/shortcuts.ts';
import styles from './shortcut-list.module.css';

export function ShortcutList({ platform, withSupport }: { platform: string; withSupport: boolean }) {
  const mod = platform === 'darwin' ? '⌘' : 'Ctrl';
  return (
    <dl className={styles.keys}>
      {SHORTCUTS.filter(({ support }) => withSupport || !support).map(({ keys, does, managers = does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <Kbd key={key}>{key === 'mod' ? mod : key}</Kbd>
            ))}
          </dt>
          <dd>{withSupport ? does : managers}</dd>
        </div>
      ))}
    </dl>
  );
}
