/** The popover of the connection's state: its problems, its tokens and its limits. */
import { Popover, Stack, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { lastAnswerAt } from '../../shared/connection/connection-health.ts';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { API_NAMES } from '../../shared/text/api-names.ts';
import { RemedyAction } from '../actions/remedy-action.tsx';
import { TokenBadge } from '../actions/token-badge.tsx';
import { useAsk } from '../ipc/client.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { type AccessFacts, accessProblems } from '../text/access-text.ts';
import { formatCountdown, formatInstant } from '../text/format.ts';
import { quotaText } from '../text/quota-text.ts';
import { queueText, slowText } from '../text/rate-text.ts';
import { ButtonPopover } from '../ui/button-popover.tsx';
import { QuotaPips } from '../ui/quota-pips.tsx';
import { RateWindows } from '../ui/rate-windows.tsx';
import { onLink } from '../ui/use-link-popover.ts';
import { useNow } from '../ui/use-now.ts';
import type { PopoverPlace } from '../ui/use-popover-button.ts';
import { ClockChip } from './clock-chip.tsx';
import { tokenHeadline } from './token-headline.ts';
import styles from './top-bar.module.css';

const drawn = ({ clock, groups }: RatesSnapshot) => ({ clock, groups });

interface Props {
  place: PopoverPlace;
  facts: Omit<AccessFacts, 'now'>;
  tokens: TokensSnapshot;
}

export function AccessDetails({ place, facts, tokens }: Props) {
  return (
    <ButtonPopover place={place} position="bottom-end" width={380} shadow="md" withArrow trapFocus>
      <Popover.Dropdown
        aria-label={`Connection to ${facts.connection.name}`}
        onClick={onLink(() => place.onChange(false))}
        className={styles.details}
      >
        {place.opened ? <Facts facts={facts} tokens={tokens} /> : null}
      </Popover.Dropdown>
    </ButtonPopover>
  );
}

type FactsProps = Omit<ComponentProps<typeof AccessDetails>, 'place'>;

function Facts({ facts, tokens }: FactsProps) {
  const { connection, access } = facts;
  const now = useNow(tokens.clock);
  const rates = useAsk('traffic', 'rates', { connectionId: connection.id }, { select: drawn }).data;
  const problems = accessProblems({ ...facts, now });
  const answeredAt = access === null ? null : lastAnswerAt(access, now);
  return (
    <Stack gap="sm">
      {problems.length === 0 ? (
        <div>
          <Text size="sm" fw={600}>
            {answeredAt === null ? `${connection.name}: not used lately` : `${connection.name}: everything works`}
          </Text>
          {answeredAt === null ? null : (
            <Text size="sm" className="lk-num">
              Last answer {formatInstant(answeredAt, { now })}
            </Text>
          )}
        </div>
      ) : (
        problems.map(({ id, title, detail, remedy }) => (
          <div key={id}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            <Text size="sm">{detail}</Text>
            <RemedyAction remedy={remedy} now={now} />
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
      <TokenBadge token={token} />
      <span className={`${styles.tokenFacts} lk-num`}>
        {to === null ? '' : `${label} in ${formatCountdown(to - now)}; `}
        {quotaText(token.quota)}
      </span>
      <QuotaPips used={token.quota.used} limit={token.quota.limit} label={quotaText(token.quota)} />
    </div>
  );
}
