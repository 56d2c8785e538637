/** The Overview page: what needs attention; for managers their quotes and tasks, for support tokens, quotas and limits. */
import { Button } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Connection } from '../../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../../shared/model/token.ts';
import { ask } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconFlask, IconKey, IconPlus } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AttentionList } from './attention-list.tsx';
import { CredentialCard } from './credential-card.tsx';
import { ExchangesCard } from './exchanges-card.tsx';
import { ManagersWork } from './managers-work.tsx';
import styles from './overview.module.css';
import { RatesCard } from './rates-card.tsx';

export function OverviewPage() {
  const connection = useConnection();
  const navigate = useNavigate();
  const tokens = useSuspenseQuery(ask('tokens', 'status', { connectionId: connection.id })).data;
  const sandbox = connection.presetId === 'sandbox';
  const audience = useAudience();
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          sandbox ? null : (
            <IconButton Icon={IconPlus} onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}>
              Add connection
            </IconButton>
          )
        }
      />
      {sandbox ? <SandboxBanner /> : null}
      <AttentionList connection={connection} tokens={tokens} />
      {audience === 'managers' && tokens.tokens.length > 0 ? (
        <ManagersWork connectionId={connection.id} />
      ) : (
        <SupportCards connection={connection} tokens={tokens} />
      )}
    </>
  );
}

function SupportCards({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const navigate = useNavigate();
  return (
    <>
      <section aria-labelledby="credentials-title">
        <h2 id="credentials-title" className="lk-unseen">
          Credentials
        </h2>
        {tokens.tokens.length === 0 ? (
          <EmptyState
            icon={<IconKey size={30} stroke={1.6} />}
            title="No credentials yet"
            action={
              <Button onClick={() => void navigate({ to: '/connections', search: { id: connection.id } })}>
                Add credentials
              </Button>
            }
          >
            This connection has addresses, but no Open API client and no Booking Engine application.
          </EmptyState>
        ) : (
          <div className={styles.cards}>
            {tokens.tokens.map((token) => (
              <CredentialCard key={token.credentialId} token={token} face={tokens.clock} />
            ))}
          </div>
        )}
      </section>
      <div className={styles.lower}>
        <RatesCard connectionId={connection.id} sandbox={connection.presetId === 'sandbox'} />
        <ExchangesCard connectionId={connection.id} />
      </div>
    </>
  );
}

function SandboxBanner() {
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
      <IconButton
        Icon={IconPlus}
        variant="filled"
        size="xs"
        onClick={() => void navigate({ to: '/connections', search: { new: '1' } })}
      >
        Add your connection
      </IconButton>
    </section>
  );
}
