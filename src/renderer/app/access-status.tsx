/** Whether the connection works, for managers: one quiet dot that names what is wrong. Its popover shows tokens and limits in full. */
import { Popover, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { API_NAMES } from '../../shared/api-names.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { PendingSnapshot } from '../../shared/model/pending.ts';
import type { RatesSnapshot } from '../../shared/model/rates.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { ask } from '../ipc/client.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { accessProblems } from '../text/access-text.ts';
import { formatCountdown } from '../text/format.ts';
import { quotaText } from '../text/quota-text.ts';
import { queueText, slowText } from '../text/rate-text.ts';
import { QuotaPips } from '../ui/quota-pips.tsx';
import { RateWindows } from '../ui/rate-windows.tsx';
import { TokenStateBadge } from '../ui/token-state.tsx';
import { toneColours } from '../ui/tone.ts';
import { useLinkPopover } from '../ui/use-link-popover.ts';
import { useAtNow, useNow } from '../ui/use-now.ts';
import { ClockChip } from './clock-chip.tsx';
import { tokenHeadline } from './token-headline.ts';
import styles from './top-bar.module.css';

/** Selects the hosts with an open circuit and the pauses. */
const waitsOf = ({ openCircuits, pauses }: PendingSnapshot) => ({ openCircuits, pauses });

export function AccessStatus({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const { opened, setOpened, closeOnLink } = useLinkPopover();
  const waits = useQuery({ ...ask('traffic', 'pending', { connectionId: connection.id }), select: waitsOf }).data;
  const problemsAt = (now: number) =>
    accessProblems({
      connection,
      tokens: tokens.tokens,
      openCircuits: waits?.openCircuits ?? [],
      pauses: waits?.pauses ?? [],
      now,
    });
  const title = useAtNow(tokens.clock, (now) => problemsAt(now)[0]?.title ?? null);
  const tone = useAtNow(tokens.clock, (now) => problemsAt(now)[0]?.tone ?? null);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={380} shadow="md" withArrow trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.access}
          data-wrong={tone ?? undefined}
          style={tone === null ? undefined : { background: toneColours(tone).tint, color: toneColours(tone).text }}
          aria-label={title === null ? 'Status: in order. Details' : `Status: ${title}. Details`}
          onClick={() => setOpened(!opened)}
        >
          {title === null ? (
            <span className={styles.dot} aria-hidden />
          ) : (
            <>
              <IconAlertTriangle size={16} aria-hidden />
              <span className={styles.accessText}>{title}</span>
            </>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        aria-label={`Connection to ${connection.name}`}
        onClick={closeOnLink}
        className={styles.details}
      >
        {opened ? <Details connection={connection} tokens={tokens} problemsAt={problemsAt} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Selects what is drawn. */
const drawn = ({ clock, groups }: RatesSnapshot) => ({ clock, groups });

function Details({
  connection,
  tokens,
  problemsAt,
}: {
  connection: Connection;
  tokens: TokensSnapshot;
  problemsAt: (now: number) => ReturnType<typeof accessProblems>;
}) {
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
