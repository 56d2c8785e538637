/** The popover of the connection's state: what is wrong, its tokens and its limits. */
import { Popover, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { API_NAMES } from '../../shared/api-names.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { ask } from '../ipc/client.ts';
import { PageLink } from '../navigation/page-link.tsx';
import type { accessProblems } from '../text/access-text.ts';
import { formatCountdown } from '../text/format.ts';
import { quotaText } from '../text/quota-text.ts';
import { queueText, slowText } from '../text/rate-text.ts';
import { ButtonPopover } from '../ui/button-popover.tsx';
import { QuotaPips } from '../ui/quota-pips.tsx';
import { RateWindows } from '../ui/rate-windows.tsx';
import { TokenStateBadge } from '../ui/token-state.tsx';
import { onLink } from '../ui/use-link-popover.ts';
import { useNow } from '../ui/use-now.ts';
import type { PopoverPlace } from '../ui/use-popover-button.ts';
import { ClockChip } from './clock-chip.tsx';
import { tokenHeadline } from './token-headline.ts';
import styles from './top-bar.module.css';

/** Selects what is drawn. */
const drawn = ({ clock, groups }: RatesSnapshot) => ({ clock, groups });

export function AccessDetails({
  place,
  connection,
  tokens,
  problemsAt,
}: {
  place: PopoverPlace;
  connection: Connection;
  tokens: TokensSnapshot;
  problemsAt: (now: number) => ReturnType<typeof accessProblems>;
}) {
  return (
    <ButtonPopover place={place} position="bottom-end" width={380} shadow="md" withArrow trapFocus>
      <Popover.Dropdown
        aria-label={`Connection to ${connection.name}`}
        onClick={onLink(() => place.onChange(false))}
        className={styles.details}
      >
        {place.opened ? <Facts connection={connection} tokens={tokens} problemsAt={problemsAt} /> : null}
      </Popover.Dropdown>
    </ButtonPopover>
  );
}

type FactsProps = Omit<ComponentProps<typeof AccessDetails>, 'place'>;

function Facts({ connection, tokens, problemsAt }: FactsProps) {
  const now = useNow(tokens.clock);
  const rates = useQuery({ ...ask('traffic', 'rates', { connectionId: connection.id }), select: drawn }).data;
  const problems = problemsAt(now);
  return (
    <Stack gap="sm">
      {problems.length === 0 ? (
        <Text size="sm" fw={600}>
          {connection.name}: everything works
        </Text>
      ) : (
        problems.map(({ id, title, detail }) => (
          <div key={id}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <Text size="sm">{detail}</Text>
          </div>
        ))
      )}
      {connection.presetId === 'sandbox' ? <ClockChip face={tokens.clock} /> : null}
      {tokens.tokens.map((token) => (
        <TokenLine key={token.credentialId} token={token} now={now} />
      ))}
      {rates?.groups
        .filter(({ windows }) => windows.length > 0)
        .map((group) => {
          const slow = slowText(group, now, rates.clock);
          return (
            <section key={group.api} aria-label={`${API_NAMES[group.api]} request rate`}>
              <Text fw={600} size="sm">
                {API_NAMES[group.api]} request rate
              </Text>
              <RateWindows windows={group.windows} face={rates.clock} dense />
              <Text size="sm">{slow ?? `${queueText(group, rates.clock)}.`}</Text>
            </section>
          );
        })}
    </Stack>
  );
}

function TokenLine({ token, now }: { token: TokenStatus; now: number }) {
  const { to, label } = tokenHeadline(token, now);
  return (
    <div className={styles.tokenLine}>
      <PageLink to="/token" search={{ id: token.credentialId }} size="sm" fw={600}>
        {`Token of ${token.label}`}
      </PageLink>
      <TokenStateBadge state={token.state} />
      <span className={`${styles.tokenFacts} lk-num`}>
        {to === null ? '' : `${label} in ${formatCountdown(to - now)}; `}
        {quotaText(token.quota)}
      </span>
      <QuotaPips used={token.quota.used} limit={token.quota.limit} label={quotaText(token.quota)} />
    </div>
  );
}
