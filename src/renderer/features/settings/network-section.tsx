/** The hosts that the app talks to, and how it reaches them. */
import { useConnections } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { hostsAllowed, usePolicies } from './policies-section.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

export function NetworkSection() {
  const { connections } = useConnections();
  const { allowedHosts } = usePolicies();
  return (
    <SettingsSection name="network">
      <p className={styles.text}>
        Requests to the service use the proxy and the certificates of this computer. Pictures are loaded from public
        addresses only. This window itself has no network.
      </p>
      {allowedHosts === undefined ? null : <p className={styles.dim}>{hostsAllowed(allowedHosts)}</p>}
      <div className={styles.journal}>
        <KeyValueGrid
          entries={connections.map(({ id, name, presetId, addresses }) => {
            const urls = Object.values(addresses).filter((url) => url !== null);
            const hosts = [...new Set(urls.map((url) => new URL(url).host))];
            return {
              key: id,
              name,
              value: (
                <PageLink to="/connections" search={{ id, tab: 'addresses' }} underline="always" fz="inherit">
                  {presetId === 'sandbox' ? 'This computer' : hosts.join(', ') || 'No address yet'}
                </PageLink>
              ),
            };
          })}
        />
      </div>
    </SettingsSection>
  );
}
