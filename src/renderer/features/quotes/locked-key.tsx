/** Above the board while the key of the guests and notes cannot be decrypted: the quotes are shown without them. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import styles from './board.module.css';

export function LockedGuests() {
  const client = useQueryClient();
  return (
    <p className={styles.locked} role="status">
      The key store of this computer does not give the key of the guests and notes now. Unlock it, then restart
      Latchkey.
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void client.invalidateQueries({ queryKey: ['quotes', 'board'] })}
      >
        Try again
      </Button>
    </p>
  );
}
