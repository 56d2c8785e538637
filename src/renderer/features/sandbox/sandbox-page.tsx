/** The Sandbox page: the control panel of the sandbox. Only the sandbox's connection has it. */
import { SandboxOnly } from '../../actions/sandbox-only.tsx';
import { useConnection } from '../../ipc/current.ts';
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

const OtherConnection = () => (
  <>
    <PageHeader title="Sandbox" />
    <SandboxOnly
      title="This panel controls the embedded sandbox"
      consequence="This page cannot change its tokens, limits or permissions."
    />
  </>
);
