/** The top bar of support: the tokens and rate-limit windows of the current connection, live. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import { useAsk } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { IconSearch } from '../ui/icons.ts';
import { ClockChip } from './clock-chip.tsx';
import { RatePill } from './rate-pill.tsx';
import { TokenPill } from './token-pill.tsx';
import styles from './top-bar.module.css';
import { useSearchKeys } from './use-search-keys.ts';

/** Selects the values that are drawn, so that other changes of the snapshot cause no rendering. */
const drawn = ({ clock, groups }: RatesSnapshot) => ({ clock, groups });

export function SupportBar() {
  const connection = useConnection();
  const tokens = useAsk('tokens', 'status', { connectionId: connection.id });
  const rates = useAsk('traffic', 'rates', { connectionId: connection.id }, { select: drawn });
  const keys = useSearchKeys();
  const sandbox = connection.presetId === 'sandbox';
  const groups = (rates.data?.groups ?? []).filter((group) => group.windows.length > 0);
  return (
    <div className={styles.bar}>
      {tokens.data && tokens.data.tokens.length > 0 ? (
        <ul className={styles.tokens} aria-label="Tokens">
          {tokens.data.tokens.map((token) => (
            <li key={token.credentialId}>
              <TokenPill token={token} face={tokens.data.clock} connectionId={connection.id} />
            </li>
          ))}
        </ul>
      ) : tokens.data ? (
        <PageLink to="/connections" search={{ id: connection.id }} size="sm">
          Add credentials
        </PageLink>
      ) : null}
      <div
        className={styles.rates}
        data-several={groups.length > 1 || (tokens.data?.tokens.length ?? 0) > 3 || undefined}
      >
        {sandbox && tokens.data ? <ClockChip face={tokens.data.clock} /> : null}
        {rates.data ? groups.map((group) => <RatePill key={group.api} group={group} face={rates.data.clock} />) : null}
        <Tooltip label={`Search (${keys})`}>
          <ActionIcon className={styles.search ?? ''} size="lg" onClick={spotlight.open} aria-label="Search the app">
            <IconSearch size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}
