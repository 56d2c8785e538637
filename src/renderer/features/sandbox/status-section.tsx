/** The state of the sandbox: address, certificate, clock and counters. */
import { Alert } from '@mantine/core';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import { formatInstant, formatNumber } from '../../text/format.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

export function StatusSection() {
  const { state } = usePanel();
  const counters = [
    { name: 'Listings', value: state.listings },
    { name: 'Requests', value: state.requests },
    { name: 'Answered 429', value: state.answered429 },
    { name: 'Reservations', value: state.reservations },
  ];
  return (
    <Section
      title="Status"
      description="The service runs inside the app, over HTTPS on this machine only. Only this connection trusts its certificate."
    >
      {state.failure ? (
        <Alert className="lk-alert-bad" icon={<IconAlertTriangle size={18} aria-hidden />} mb="sm" role="alert">
          {state.failure}
        </Alert>
      ) : null}
      <dl className={styles.status}>
        <dt>State</dt>
        <dd>
          {state.running ? (
            <Tag tone="good" icon={<IconCircleCheck size={14} aria-hidden />}>
              Running
            </Tag>
          ) : (
            <Tag tone="bad" icon={<IconCircleX size={14} aria-hidden />}>
              Not running
            </Tag>
          )}
        </dd>
        <dt>Address</dt>
        <dd>
          <CopyableText text={state.origin} label="Copy the address" />
        </dd>
        <dt>Certificate</dt>
        <dd>
          <CopyableText text={state.fingerprint} label="Copy the certificate’s fingerprint" />
        </dd>
        <dt>Clock</dt>
        <dd>
          <ClockNow face={state.clock} />
        </dd>
      </dl>
      <dl className={styles.counters}>
        {counters.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="lk-num">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function CopyableText({ text, label }: { text: string | null; label: string }) {
  if (text === null) return <span className={styles.dim}>None yet</span>;
  return (
    <span className={styles.copied}>
      <span className="lk-mono" title={text}>
        {text}
      </span>
      <CopyButton text={text} label={label} size="xs" />
    </span>
  );
}

function ClockNow({ face }: { face: ClockFace }) {
  const now = useNow(face);
  return (
    <span className="lk-num">
      {formatInstant(now, { style: 'long' })}
      {face.rate === 1 ? null : ` at ${formatNumber(face.rate)}×`}
    </span>
  );
}
