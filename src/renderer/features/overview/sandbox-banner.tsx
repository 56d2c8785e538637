/** The notice that the window shows the sandbox. The way to a connection of one's own is in the sidebar. */
import { useAudience } from '../../ipc/current.ts';
import { IconFlask } from '../../ui/icons.ts';
import styles from './overview.module.css';

export function SandboxBanner() {
  const audience = useAudience();
  return (
    <section className={styles.banner} aria-label="Sandbox">
      <IconFlask size={22} stroke={1.6} aria-hidden />
      <div className={styles.bannerText}>
        <strong>You are on the sandbox.</strong>{' '}
        {audience === 'managers'
          ? 'Its properties and guests are made up; try anything, nothing leaves your machine.'
          : 'Both APIs run inside this app; nothing leaves your machine, and no real token is spent.'}
      </div>
    </section>
  );
}
