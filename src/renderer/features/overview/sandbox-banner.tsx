/** States that the connection is the sandbox, and adds the person's own connection. */
import { Button } from '@mantine/core';
import { IconFlask, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import styles from './overview.module.css';

export function SandboxBanner() {
  const navigate = useNavigate();
  return (
    <section className={styles.banner} aria-label="Sandbox">
      <IconFlask size={22} stroke={1.6} aria-hidden />
      <div className={styles.bannerText}>
        <strong>You are on the sandbox.</strong> Both APIs run inside this console; nothing leaves your machine, and no
        real token is spent.
      </div>
      <Button
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}
      >
        Add your connection
      </Button>
    </section>
  );
}
