/** The Sandbox page: the control panel of the embedded service, for the sandbox connection only. */
import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useConnection, useConnections, useSelectConnection } from '../../ipc/current.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ClockSection } from './clock-section.tsx';
import { DataSection } from './data-section.tsx';
import { FaultsSection } from './faults-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ResetSandbox } from './reset-sandbox.tsx';
import styles from './sandbox.module.css';
import { StatusSection } from './status-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import { SandboxPanelContext, usePanelValue } from './use-sandbox.ts';

export function SandboxPage() {
  return useConnection().presetId === 'sandbox' ? <Panel /> : <OtherConnection />;
}

function Panel() {
  const panel = usePanelValue();
  return (
    <SandboxPanelContext value={panel}>
      <PageHeader
        title="Sandbox"
        description="The embedded service of this connection. Nothing here affects a real account."
        actions={<ResetSandbox />}
      />
      <p className="lk-unseen" role="status">
        {panel.announced}
      </p>
      <div className={styles.panel}>
        <div className={styles.column}>
          <StatusSection />
          <TokensSection />
          <PermissionsSection />
        </div>
        <div className={styles.column}>
          <ClockSection />
          <FaultsSection />
          <DataSection />
        </div>
      </div>
    </SandboxPanelContext>
  );
}

function OtherConnection() {
  const current = useConnection();
  const sandbox = useConnections().connections.find((connection) => connection.presetId === 'sandbox');
  const select = useSelectConnection();
  return (
    <>
      <PageHeader title="Sandbox" />
      <EmptyState
        icon={<IconFlask size={28} />}
        title="This panel controls the embedded sandbox"
        action={
          sandbox ? (
            <Button loading={select.isPending} onClick={() => select.mutate({ id: sandbox.id })}>
              Switch to “{sandbox.name}”
            </Button>
          ) : null
        }
      >
        You are looking at “{current.name}”, a connection to a service outside this machine. This page cannot change its
        tokens, limits or permissions.
      </EmptyState>
    </>
  );
}
