/** The hosts that the app talks to, and how it reaches them. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { ProxyLogin } from '../../actions/proxy-login.tsx';
import { keyOf, useAct, useAsk } from '../../ipc/client.ts';
import { useConnections } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { closedProxyText, routeText } from '../../text/proxy-text.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { hostsAllowed, usePolicies } from './policies-section.tsx';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

export function NetworkSection() {
  const { connections } = useConnections();
  const { allowedHosts } = usePolicies();
  const routes = useAsk('network', 'routes', null, { refetchOnMount: 'always' }).data ?? [];
  const inspected = useAsk('network', 'state', null).data?.inspected ?? [];
  const aboutHost = (host: string): string => {
    const route = routes.find((one) => one.host === host);
    const issuer = inspected.find((one) => one.host === new URL(`https://${host}`).hostname)?.issuer;
    const facts = [
      route && routeText(route),
      issuer && `“${issuer}”, an authority of this computer, can read what is sent`,
    ].filter(Boolean);
    return facts.length === 0 ? host : `${host} (${facts.join('; ')})`;
  };
  return (
    <SettingsSection name="network">
      <p className={styles.text}>
        Requests to the service use the proxy and the certificates of this computer. Pictures are loaded from public
        addresses only. This window itself has no network.
      </p>
      {allowedHosts === undefined ? null : <p className={styles.dim}>{hostsAllowed(allowedHosts)}</p>}
      <ProxyState />
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
                  {presetId === 'sandbox' ? 'This computer' : hosts.map(aboutHost).join(', ') || 'No address yet'}
                </PageLink>
              ),
            };
          })}
        />
      </div>
    </SettingsSection>
  );
}

/** The proxy that rejected requests, or whose password the app has. */
function ProxyState() {
  const state = useAsk('network', 'state', null);
  const client = useQueryClient();
  const forget = useAct('network', 'signOut', {
    quiet: true,
    onSuccess: (next) => client.setQueryData(keyOf('network', 'state', null), next),
  });
  if (state.error) return <ErrorNotice error={state.error} onRetry={() => void state.refetch()} compact />;
  const { closedProxy = null, login = null } = state.data ?? {};
  return (
    <>
      {closedProxy === null ? null : (
        <div role="status" className={styles.kept}>
          <p className={styles.text}>{closedProxyText(closedProxy)}</p>
          {closedProxy.state === 'unsupported' ? null : (
            <ProxyLogin key={closedProxy.proxy} proxy={closedProxy.proxy} />
          )}
        </div>
      )}
      {login === null ? null : (
        <p className={styles.text}>
          Signed in to the proxy {login.proxy} as {login.name}.{' '}
          {login.kept === 'memory' ? 'The password is forgotten when the app quits. ' : ''}
          <Button size="compact-sm" loading={forget.isPending} onClick={() => forget.mutate(null)}>
            Forget the password
          </Button>
        </p>
      )}
      {forget.error ? <ErrorNotice error={forget.error} compact /> : null}
    </>
  );
}
