/** The notice that the window shows the sandbox, with the way to a connection of one's own. */
import { useNavigate } from '@tanstack/react-router';
import { useAudience } from '../../ipc/current.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconFlask, IconPlus } from '../../ui/icons.ts';
import styles from './overview.module.css';

export function SandboxBanner() {
  const audience = useAudience();
  const navigate = useNavigate();
  return (
    <section className={styles.banner} aria-label="Sandbox">
      <IconFlask size={22} stroke={1.6} aria-hidden />
      <div className={styles.bannerText}>
        <strong>You are on the sandbox.</strong>{' '}
        {audience === 'managers'
          ? 'Its properties and guests are made up; try anything, nothing leaves your machine.'
          : 'Both APIs run inside this app; nothing leaves your machine, and no real token is spent.'}
      </div>
      <IconButton Icon={IconPlus} size="xs" onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}>
        Add your connection
      </IconButton>
    </section>
  );
}
