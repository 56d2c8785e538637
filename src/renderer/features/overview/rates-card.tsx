/** The request rate of both APIs: queue, windows, reported limits, findings and the last hour. */
import { Card, Text, Title } from '@mantine/core';
import { memo } from 'react';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import type { RateFinding, RateGroup, RatesSnapshot } from '../../../shared/model/rates.ts';
import { API_NAMES } from '../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WhatIsThis } from '../../actions/help/what-is-this.tsx';
import { useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { findingText, isRecovered, queueText, slowText } from '../../text/rate-text.ts';
import { IconAlertTriangle, IconGauge, IconInfoCircle } from '../../ui/icons.ts';
import { MinuteBars } from '../../ui/minute-bars.tsx';
import { RateWindows } from '../../ui/rate-windows.tsx';
import { toneColours } from '../../ui/tag.tsx';
import { useAtNow } from '../../ui/use-now.ts';
import styles from './overview.module.css';

/** Selects the values that are drawn. The result stays the same object while these are equal, which avoids renders. */
const drawn = ({ clock, groups }: RatesSnapshot) => ({ clock, groups });

/** The note for the sandbox, which loses its counters when the app restarts. */
const SANDBOX_SINCE = ', counted since the app started';

export function RatesCard({ connectionId, sandbox = false }: { connectionId: string; sandbox?: boolean }) {
  const rates = useAsk('traffic', 'rates', { connectionId }, { select: drawn });
  return (
    <Card component="section" padding="sm" aria-labelledby="rates-title" bg="var(--lk-surface)">
      <div className={styles.rateHead}>
        <div className={styles.rateTitle}>
          <Title order={2} size="h3" id="rates-title">
            Request rate
          </Title>
          <WhatIsThis part="pacing" about="The request rate" />
        </div>
        <PageLink to="/connections" search={{ id: connectionId, tab: 'limits' }} size="sm">
          Limits
        </PageLink>
      </div>
      {rates.error ? <ErrorNotice error={rates.error} onRetry={() => void rates.refetch()} compact /> : null}
      <div className={styles.rates}>
        {rates.data?.groups.map((group) => (
          <Group key={group.api} group={group} face={rates.data.clock} since={sandbox ? SANDBOX_SINCE : ''} />
        ))}
      </div>
    </Card>
  );
}

const Group = memo(function Group({ group, face, since }: { group: RateGroup; face: ClockFace; since: string }) {
  const slow = useAtNow(face, (now) => slowText(group, now, face));
  return (
    <section className={styles.rate} aria-label={API_NAMES[group.api]}>
      <Text fw={600} size="sm" component="h3" m={0}>
        {API_NAMES[group.api]}
        <Text span c="dimmed" fw={400} inherit>
          {` · ${queueText(group, face)}`}
        </Text>
      </Text>
      {slow === null ? null : (
        <p className={styles.slow}>
          <IconGauge size={16} color={toneColours('warn').strong} aria-hidden />
          {slow}
        </p>
      )}
      {group.findings.map((finding) => (
        <Finding key={`${finding.kind} ${finding.windowMs}`} finding={finding} group={group} face={face} />
      ))}
      {group.windows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No limit is set, so its requests are not paced.
        </Text>
      ) : (
        <RateWindows windows={group.windows} face={face} dense />
      )}
      <MinuteBars counts={group.lastHour} label={API_NAMES[group.api]} since={since} />
    </section>
  );
});

function Finding({ finding, group, face }: { finding: RateFinding; group: RateGroup; face: ClockFace }) {
  const recovered = useAtNow(face, (now) => isRecovered(finding, group, now));
  const text = useAtNow(face, (now) => {
    const { title, when } = findingText(finding, now);
    return `${title}. ${when}${isRecovered(finding, group, now) ? ' Requests are at full speed again.' : ''}`;
  });
  const Icon = recovered ? IconInfoCircle : IconAlertTriangle;
  return (
    <p className={styles.slow} data-past={recovered || undefined}>
      <Icon size={16} color={toneColours(recovered ? 'info' : 'warn').strong} aria-hidden />
      <span>
        {text}{' '}
        {finding.exchangeId === null ? null : (
          <PageLink to="/traffic" search={{ id: finding.exchangeId }} inherit underline="always">
            See the exchange
          </PageLink>
        )}
      </span>
    </p>
  );
}
