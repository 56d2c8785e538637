/** The administrator's policies in force, read-only, and the mistakes in them. */
import { Alert } from '@mantine/core';
import type { Policies } from '../../../shared/model/policy.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAsk } from '../../ipc/client.ts';
import { formatCount } from '../../text/format.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import styles from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

/** The policies in force; none before they are known. */
export const usePolicies = (): Policies => useAsk('app', 'policies', null).data?.policies ?? NONE;

const NONE: Policies = {};

export function PoliciesSection() {
  const state = useAsk('app', 'policies', null);
  const { policies = NONE, problems = [] } = state.data ?? {};
  const sentences = sentencesOf(policies);
  return (
    <SettingsSection name="policies">
      {state.error ? <ErrorNotice error={state.error} onRetry={() => void state.refetch()} compact /> : null}
      {state.data ? (
        <p className={styles.text}>
          {sentences.length === 0
            ? 'Your administrator set nothing for the users of this computer.'
            : 'This holds for all users of this computer. You cannot change it here.'}
        </p>
      ) : null}
      {problems.length === 0 ? null : (
        <Alert className="lk-alert-warn" icon={<IconAlertTriangle size={18} aria-hidden />} my="sm" p="sm">
          Updates and programs are off until this is corrected and the app is started again:
          <ul className={styles.policies}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      {sentences.length === 0 ? null : (
        <ul className={styles.policies} aria-label="Policies">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

const UPDATES = {
  off: 'The app never looks for newer versions.',
  tell: 'The app tells of newer versions, and your administrator installs them.',
};
const CHANNELS = { latest: 'Only releases are offered.', beta: 'Early versions are offered, too.' };

function sentencesOf({
  updates,
  updateChannel,
  programs,
  lock,
  lockMinutes,
  whileLocked,
  journalDays,
  guestDays,
  allowedHosts,
}: Policies): readonly string[] {
  return [
    updates && UPDATES[updates],
    updateChannel && CHANNELS[updateChannel],
    programs && 'No other program can use the app.',
    lock && 'The app needs a passphrase for its lock.',
    lockMinutes && `The app locks itself after ${formatCount(lockMinutes, 'minute')} without use at the latest.`,
    whileLocked && 'While the app is locked, tasks pause and no other program can use it.',
    journalDays && `Recorded traffic is kept for ${formatCount(journalDays, 'day')} at most.`,
    guestDays && `Guests are deleted when nobody used them for ${formatCount(guestDays, 'day')}.`,
    allowedHosts && reachable(allowedHosts),
  ].flatMap((sentence) => sentence || []);
}

const reachable = (hosts: readonly string[]): string =>
  hosts.length === 0 ? 'No host can be reached.' : `Only these hosts can be reached: ${hosts.join(', ')}.`;

const SET = 'Set by your administrator.';

export const journalKept = (days: number): string => `Older exchanges are deleted. At most ${days}. ${SET}`;
export const guestsKept = (days: number): string =>
  `Guests are deleted when nobody used them for ${formatCount(days, 'day')}. ${SET}`;
export const hostsAllowed = (hosts: readonly string[]): string => `${reachable(hosts)} ${SET}`;
