/** The panel of a probe: chooses credentials, shows first what the probe costs, then its progress and result. Only a ticked box can spend a token. */
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import type {
  AccessCredential,
  AccessMatrix,
  ProbeInput,
  ProbeProgress,
  ProbeResult,
} from '../../../../shared/model/access.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import type { TokenStatus } from '../../../../shared/model/token.ts';
import { operationName } from '../../../../shared/text/api-names.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { isLastSlot } from '../../../../shared/token/quota-left.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { call, listen, useAsk } from '../../../ipc/client.ts';
import { formatCount } from '../../../text/format.ts';
import { priceText, reserveText, slotText } from '../../../text/quota-text.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './access.module.css';

export function ProbePanel({ matrix, face }: { matrix: AccessMatrix; face: ClockFace | undefined }) {
  const { connectionId, credentials, requestMs } = matrix;
  const titleId = useId();
  const now = useNow(face);
  const tokens = useAsk('tokens', 'status', { connectionId }).data?.tokens ?? [];
  const { probe, start, cancel } = useProbe(connectionId);
  /** The boxes that the person ticked or cleared. Another box is ticked when its credential has a token. */
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({});
  const readsOf = ({ api }: AccessCredential) =>
    matrix.operations.filter((operation) => operation.api === api && operation.unprobed === null).length;
  const isChosen = (credential: AccessCredential) =>
    readsOf(credential) > 0 && (choices[credential.id] ?? credential.hasToken === true);
  const tokenOf = ({ id }: AccessCredential) => tokens.find(({ credentialId }) => credentialId === id);
  const chosen = credentials.filter(isChosen);
  const requests = chosen.reduce((sum, credential) => sum + readsOf(credential), 0);
  const spent = chosen.filter(({ hasToken }) => !hasToken);
  const begin = () =>
    start({
      connectionId,
      credentialIds: chosen.map(({ id }) => id),
      newTokens: spent.map((credential) => {
        const quota = tokenOf(credential)?.quota;
        return { credentialId: credential.id, confirmLastSlot: quota !== undefined && isLastSlot(quota) };
      }),
    });
  const isProbing = probe.kind === 'probing';
  return (
    <section aria-labelledby={titleId} className={styles.probe}>
      <h3 id={titleId} className={styles.subtitle}>
        Probe
      </h3>
      <p className={styles.dim}>
        One cheap read of each operation. A refused probe requests no token, and nothing is changed.
      </p>
      <Stack gap={6}>
        {credentials.map((credential) => (
          <Choice
            key={credential.id}
            credential={credential}
            reads={readsOf(credential)}
            token={tokenOf(credential)}
            now={now}
            checked={isChosen(credential)}
            disabled={isProbing}
            onChange={(checked) => setChoices({ ...choices, [credential.id]: checked })}
          />
        ))}
      </Stack>
      <Group gap="md" mt={12}>
        {isProbing ? (
          <Button size="sm" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="filled" size="sm" onClick={() => void begin()} disabled={requests === 0}>
            Probe
          </Button>
        )}
        <p className={styles.price} role="status">
          {isProbing
            ? progressText(probe.progress, credentials)
            : `${formatCount(requests, 'request')}, ${spent.length === 0 ? 'no token' : formatCount(spent.length, 'token')}; about ${formatDuration(Math.max(100, requests * requestMs))}.`}
        </p>
      </Group>
      {probe.kind === 'failed' ? <ErrorNotice error={probe.error} /> : null}
      {probe.kind === 'done' ? <Result result={probe.result} /> : null}
    </section>
  );
}

function progressText(
  progress: { done: number; total: number; credentialId: string; operation: string } | null,
  credentials: readonly AccessCredential[],
): string {
  if (!progress) return 'Starting …';
  const label = credentials.find(({ id }) => id === progress.credentialId)?.label ?? '';
  return `${progress.done + 1} of ${progress.total}: ${operationName(progress.operation)} with ${label} …`;
}

function Result({ result: { sent, tokens, notes, isCancelled } }: { result: ProbeResult }) {
  const spent = tokens === 0 ? 'no token' : formatCount(tokens, 'token');
  return (
    <div role="status" className={styles.result}>
      <p>
        {isCancelled
          ? `Cancelled after ${formatCount(sent, 'request')} and ${spent}. What was answered is in the matrix.`
          : `${formatCount(sent, 'request')} sent, ${spent} spent.`}
      </p>
      {notes.length === 0 ? null : (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

const NOT_READ = 'The stored token is not read yet: the key store of this computer has not answered.';

interface ChoiceProps {
  credential: AccessCredential;
  reads: number;
  token: TokenStatus | undefined;
  now: number;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

function Choice({ credential: { label, hasToken }, reads, token, now, checked, disabled, onChange }: ChoiceProps) {
  const requests = formatCount(reads, 'request');
  const quota = token?.quota;
  const mayProbe = reads > 0 && (hasToken === true || (hasToken === false && quota?.mayIssue === true));
  const price =
    reads === 0
      ? 'Nothing to read: this API has no address.'
      : hasToken
        ? `${requests}, with the token at hand.`
        : hasToken === null
          ? NOT_READ
          : quota
            ? [priceText(quota, now), reserveText(quota, token.reserve)].filter(Boolean).join(' ')
            : null;
  return (
    <Checkbox
      size="sm"
      checked={checked && mayProbe}
      disabled={disabled || !mayProbe}
      onChange={(event) => onChange(event.currentTarget.checked)}
      label={hasToken !== false || !quota ? label : `${label}: spend ${slotText(quota)}`}
      description={price}
    />
  );
}

type Probe =
  | { readonly kind: 'idle' }
  | { readonly kind: 'probing'; readonly progress: ProbeProgress | null }
  | { readonly kind: 'done'; readonly result: ProbeResult }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Runs a probe of one connection: progress, result and cancelling. Leaving the page cancels the probe. */
function useProbe(connectionId: string) {
  const [probe, setProbe] = useState<Probe>({ kind: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  useEffect(
    () =>
      listen('doctor', 'onProbe', (progress) => {
        if (progress.connectionId === connectionId)
          setProbe((known) => (known.kind === 'probing' ? { kind: 'probing', progress } : known));
      }),
    [connectionId],
  );
  async function start(input: ProbeInput): Promise<void> {
    const own = new AbortController();
    controller.current = own;
    setProbe({ kind: 'probing', progress: null });
    try {
      setProbe({ kind: 'done', result: await call('doctor', 'probeAccess', input, own.signal) });
    } catch (error) {
      setProbe({ kind: 'failed', error });
    }
  }
  return { probe, start, cancel: () => controller.current?.abort() };
}
