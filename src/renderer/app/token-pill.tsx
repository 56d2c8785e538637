/** The token of a credential in the top bar: state, countdown and quota. The popover shows the details. */
import { Group, Popover, Stack, Text } from '@mantine/core';
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { TokenStatus } from '../../shared/model/token.ts';
import { leftOf } from '../../shared/token/quota-left.ts';
import { TokenBadge, useShownTokenState, useTokenReason } from '../actions/token-badge.tsx';
import { PageLink } from '../navigation/page-link.tsx';
import { formatCountdown, formatInstant } from '../text/format.ts';
import { nextSlotText, quotaText } from '../text/quota-text.ts';
import { type KeyValue, KeyValueGrid } from '../ui/key-value-grid.tsx';
import { QuotaPips } from '../ui/quota-pips.tsx';
import { toneColours } from '../ui/tag.tsx';
import { TOKEN_STATES } from '../ui/token-state.tsx';
import { useLinkPopover } from '../ui/use-link-popover.ts';
import { useAtNow, useNow } from '../ui/use-now.ts';
import { shortCountdown, tokenHeadline } from './token-headline.ts';
import styles from './top-bar.module.css';

interface Props {
  token: TokenStatus;
  face: ClockFace;
  connectionId: string;
}

export function TokenPill({ token, face, connectionId }: Props) {
  const { opened, setOpened, closeOnLink } = useLinkPopover();
  const { Icon, tone, title, short } = TOKEN_STATES[useShownTokenState(token)];
  const { quota } = token;
  const left = leftOf(quota);
  const spoken = useHeadline(token, face, (leftMs, label) => `, ${label} in ${formatCountdown(leftMs)}`);
  const long = useHeadline(
    token,
    face,
    (leftMs, label) => `${label === 'expires' ? '' : `${label} `}${formatCountdown(leftMs)}`,
  );
  const brief = useHeadline(token, face, shortCountdown);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={330} shadow="md" withArrow trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.pill}
          onClick={() => setOpened(!opened)}
          aria-label={`${token.label}: ${title}${spoken ?? ''}; ${quotaText(quota)}`}
        >
          <span className={styles.pillIcon} style={{ color: toneColours(tone).strong }} aria-hidden>
            <Icon size={20} stroke={2} />
          </span>
          <span style={{ display: 'contents' }} aria-hidden>
            <div className={styles.pillLabel}>{token.label}</div>
            <div className={`${styles.pillFacts} lk-num`}>
              <strong>
                {long === null ? (
                  short
                ) : (
                  <>
                    <span className={styles.long}>{long}</span>
                    <span className={styles.short}>{brief}</span>
                  </>
                )}
              </strong>
              <span className={styles.long}>{left === null ? quotaText(quota) : `${left} of ${quota.limit} left`}</span>
              <span className={styles.short}>{left === null ? '' : `${left}/${quota.limit}`}</span>
            </div>
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Token of ${token.label}`} onClick={closeOnLink}>
        <TokenFacts token={token} face={face} connectionId={connectionId} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the text that `textOf` writes of the token's countdown; null without a countdown. Renders when the text changes. */
const useHeadline = (token: TokenStatus, face: ClockFace, textOf: (leftMs: number, label: string) => string) =>
  useAtNow(face, (now) => {
    const { to, label } = tokenHeadline(token, now);
    return to === null ? null : textOf(to - now, label);
  });

function TokenFacts({ token, face, connectionId }: Props) {
  const now = useNow(face);
  const reason = useTokenReason(token);
  const { quota } = token;
  return (
    <Stack gap="sm">
      <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {token.label}
      </Text>
      <TokenBadge token={token} />
      <Text size="sm">{reason}</Text>
      <KeyValueGrid entries={factsOf(token, now)} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {quotaText(quota)}
        </Text>
        <QuotaPips used={quota.used} limit={quota.limit} label={quotaText(quota)} />
      </Group>
      <Text size="xs" c="dimmed">
        {nextSlotText(quota, now)}
      </Text>
      {token.foreignUse ? (
        <Text size="sm" fw={600}>
          Another program uses this client ID.
        </Text>
      ) : null}
      <Group gap="md">
        <PageLink to="/token" search={{ id: token.credentialId }} size="sm">
          Token page
        </PageLink>
        <PageLink to="/connections" search={{ id: connectionId, credentialId: token.credentialId }} size="sm">
          Credential settings
        </PageLink>
      </Group>
    </Stack>
  );
}

function factsOf(token: TokenStatus, now: number): KeyValue[] {
  const at = (name: string, instant: number | null): KeyValue[] =>
    instant === null ? [] : [{ name, value: formatInstant(instant, { now }) }];
  return [
    ...at('Issued', token.issuedAt),
    ...at('Renewal due', token.dueAt),
    ...at('Expires', token.expiresAt),
    ...at('Next attempt', token.retryAt),
  ];
}
