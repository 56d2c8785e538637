/** The managers' first page: who comes and goes today and in the week, what waits for them, and their newest quotes and tasks. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CalendarsStatus } from '../../../../shared/model/calendars.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import type { TokensSnapshot } from '../../../../shared/model/token.ts';
import { DAY_MS } from '../../../../shared/time/units.ts';
import { CalendarsState } from '../../../actions/calendars-state.tsx';
import { useToday } from '../../../actions/clock-time.tsx';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useCurrentClockFace } from '../../../ipc/current.ts';
import { formatPlainDate } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconBuildingCommunity, IconCalendarSearch, IconReceipt2 } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useAtNow } from '../../../ui/use-now.ts';
import { AttentionList } from '../attention-list.tsx';
import { ManagersWork } from '../managers-work.tsx';
import { SandboxBanner } from '../sandbox-banner.tsx';
import { DayLists } from './day-lists.tsx';
import { DayStrip } from './day-strip.tsx';
import { PrintedWeek, UNITS_NOTE } from './printed-week.tsx';
import styles from './today.module.css';

export function TodayPage({ connection, tokens }: { connection: Connection; tokens: TokensSnapshot }) {
  const navigate = useNavigate();
  const today = useToday();
  const hasCredentials = tokens.tokens.length > 0;
  return (
    <>
      <PageHeader
        title="Today"
        description={formatPlainDate(today, 'long')}
        actions={
          <>
            <IconButton
              Icon={IconCalendarSearch}
              variant="filled"
              onClick={() => void navigate({ to: '/availability' })}
            >
              Find free stays
            </IconButton>
            <IconButton Icon={IconReceipt2} onClick={() => void navigate({ to: '/quotes', search: { new: '1' } })}>
              New quote
            </IconButton>
            <IconButton Icon={IconBuildingCommunity} onClick={() => void navigate({ to: '/listings' })}>
              See all properties
            </IconButton>
          </>
        }
      />
      {connection.presetId === 'sandbox' ? <SandboxBanner /> : null}
      <div className={styles.page}>
        <div className={styles.columns}>
          <div className={styles.attention}>
            <AttentionList connection={connection} tokens={tokens} />
          </div>
          <div className={styles.days}>{hasCredentials ? <Week connectionId={connection.id} /> : null}</div>
          <div className={styles.work}>{hasCredentials ? <ManagersWork connectionId={connection.id} /> : null}</div>
        </div>
      </div>
    </>
  );
}

/** Whether every calendar is read and none is older than a day. */
const isCertain = (calendars: CalendarsStatus | undefined, now: number): boolean =>
  calendars !== undefined &&
  calendars.homes > 0 &&
  calendars.read === calendars.homes &&
  calendars.oldestAt !== null &&
  now - calendars.oldestAt < DAY_MS;

/** The changes of guests in the next seven days: the strip of days, and the lists of the chosen one. */
function Week({ connectionId }: { connectionId: string }) {
  const today = useToday();
  const week = useAsk('calendars', 'days', { connectionId, from: today, days: 7 }, { keepsPrevious: true });
  const calendars = useAsk('calendars', 'status', { connectionId }).data;
  const severalUnits = week.data?.severalUnits ?? 0;
  const isRead = useAtNow(useCurrentClockFace(), (now) => isCertain(calendars, now));
  const isWhole = isRead && severalUnits === 0;
  const [chosen, setChosen] = useState<string | null>(null);
  const days = week.data?.days ?? [];
  const shown = days.find(({ date }) => date === chosen) ?? days[0];
  return (
    <section aria-labelledby="week-title">
      <div className={styles.head}>
        <h2 id="week-title" className={styles.title}>
          Arrivals and departures
        </h2>
        <Button size="compact-sm" disabled={!shown} onClick={() => window.print()}>
          Print the week
        </Button>
      </div>
      {week.error ? <ErrorNotice error={week.error} onRetry={() => void week.refetch()} compact /> : null}
      <DayStrip days={days} today={today} chosen={shown?.date ?? null} onChoose={setChosen} />
      {shown ? <DayLists connectionId={connectionId} day={shown} isWhole={isWhole} /> : null}
      <div className={styles.state}>
        <CalendarsState connectionId={connectionId} />
        {severalUnits > 0 ? <p className={styles.note}>{UNITS_NOTE}</p> : null}
      </div>
      <PrintedWeek days={days} severalUnits={severalUnits} calendars={calendars} />
    </section>
  );
}
