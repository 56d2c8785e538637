/** A button that adds the person's own connection; it is on every page of the sandbox connection. */

import { useNavigate } from '@tanstack/react-router';
import { useConnection } from '../ipc/current.ts';
import { IconPlus } from '../ui/icons.ts';
import { IconLabel } from './icon-label.tsx';
import styles from './shell.module.css';

export function AddOwnConnection() {
  const connection = useConnection();
  const navigate = useNavigate();
  if (connection.presetId !== 'sandbox') return null;
  return (
    <IconLabel label="Add your connection">
      <button
        type="button"
        className={styles.addOwn}
        onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}
      >
        <IconPlus size={16} stroke={2} aria-hidden />
        <span className={styles.hideNarrow}>Add your connection</span>
      </button>
    </IconLabel>
  );
}
