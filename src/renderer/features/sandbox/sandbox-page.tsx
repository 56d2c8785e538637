/** The Sandbox page: the control panel of the sandbox. Only the sandbox's connection has it. */
import { Button, Group, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { OperationId } from '../../../shared/model/operation.ts';
import type { Api } from '../../../shared/model/primitives.ts';
import { API_NAMES, operationName } from '../../../shared/text/api-names.ts';
import { ConfirmDialog } from '../../actions/confirm-dialog.tsx';
import { SandboxOnly } from '../../actions/sandbox-only.tsx';
import { useConnection } from '../../ipc/current.ts';
import { formatCount, formatNumber } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconRotate } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { StoredChoice } from '../../ui/stored-choice.tsx';
import { DataSection } from './data-section.tsx';
import { FaultsSection } from './faults-section.tsx';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { StatusSection } from './status-section.tsx';
import { SandboxPanelContext, usePanel, usePanelValue } from './use-sandbox.ts';

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

const RATES = [
  { rate: 1, about: 'Real time: a token is valid for 24 hours.' },
  { rate: 60, about: 'One minute per second: a token is valid for 24 minutes.' },
  { rate: 720, about: 'Twelve minutes per second: a token is valid for 2 minutes.' },
];

/** The rate of the sandbox's clock. At a high rate, a person sees tokens expire and renew within minutes. */
function ClockSection() {
  const { state, apply } = usePanel();
  const { rate } = state.clock;
  const known = RATES.find((entry) => entry.rate === rate);
  const choices = known ? RATES : [...RATES, { rate, about: '' }];
  return (
    <Section title="Clock" description="The sandbox’s tokens, quotas, limits and quotes follow this clock.">
      <StoredChoice
        aria-label="Clock rate"
        data={choices.map((entry) => ({ value: String(entry.rate), label: `${formatNumber(entry.rate)}×` }))}
        value={String(rate)}
        onChoose={(value) => apply({ kind: 'setClockRate', rate: Number(value) }, `The clock rate is ${value}.`)}
        fullWidth
      />
      <p className={styles.note}>{known?.about ?? `${formatNumber(rate)} seconds per second.`}</p>
    </Section>
  );
}

/** The permissions of the sandbox's account. An operation without permission is answered 403. */
function PermissionsSection() {
  const { state, apply } = usePanel();
  return (
    <Section title="Permissions" description="An operation that is switched off answers 403, whatever the token.">
      <div className={styles.switches}>
        {OperationId.options.map((operation) => (
          <Switch
            key={operation}
            label={operationName(operation)}
            checked={!state.denied.includes(operation)}
            onChange={(event) => {
              const allowed = event.currentTarget.checked;
              apply(
                { kind: 'setPermission', operation, allowed },
                `${operationName(operation)} is ${allowed ? 'allowed' : 'denied'}.`,
              );
            }}
          />
        ))}
      </div>
    </Section>
  );
}

/** Resets the sandbox to the state of its first start, after a confirmation. */
function ResetSandbox() {
  const { apply } = usePanel();
  const [confirming, { open, close }] = useDisclosure(false);
  const reset = () => {
    close();
    apply({ kind: 'reset' }, 'The sandbox was reset.');
  };
  return (
    <>
      <IconButton Icon={IconRotate} onClick={open}>
        Reset
      </IconButton>
      {confirming ? (
        <ConfirmDialog title="Reset the sandbox?" confirm="Reset" onConfirm={reset} onClose={close}>
          This removes its reservations, quotes, faults and settings, and resets its quotas. Its tokens stop working.
          Your own connections are not affected. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
}

const APIS: readonly Api[] = ['openApi', 'booking'];
const COMMANDS = [
  { kind: 'expireTokens', label: 'Expire', result: (api: string) => `The tokens of the ${api} have expired.` },
  { kind: 'revokeTokens', label: 'Revoke', result: (api: string) => `The tokens of the ${api} are revoked.` },
  { kind: 'resetQuota', label: 'Reset quota', result: (api: string) => `The token quota of the ${api} is reset.` },
] as const;

/** Buttons that expire or revoke the sandbox's tokens, or reset their quota. */
function TokensSection() {
  const { state, apply } = usePanel();
  return (
    <Section
      title="Tokens"
      description="Expire ends the tokens early; Revoke makes the service treat them as unknown. In both cases the next request is refused."
    >
      {APIS.map((api) => {
        const name = API_NAMES[api];
        const applications = state.applications.filter((application) => application.api === api);
        return (
          <fieldset key={api} className={styles.block} aria-label={name}>
            <div className={styles.blockHead}>
              <span className={styles.settingTitle}>{name}</span>
              <Group gap={6}>
                {COMMANDS.map(({ kind, label, result }) => (
                  <Button key={kind} size="compact-sm" onClick={() => apply({ kind, api }, result(name))}>
                    {label}
                  </Button>
                ))}
              </Group>
            </div>
            <ul className={styles.applications}>
              {applications.map((application) => (
                <li key={application.clientId}>
                  <span>{application.label}</span>
                  <span className="lk-num">{formatCount(application.liveTokens, 'live token')}</span>
                  <span className="lk-num">{application.issuedInWindow} issued in 24 h</span>
                </li>
              ))}
            </ul>
          </fieldset>
        );
      })}
    </Section>
  );
}
