/** The issuances of the last 24 hours, as a chart and as a table. */
import { Card } from '@mantine/core';
import type { QuotaReset } from '../../../shared/model/connection.ts';
import type { ForeignUse, IssuanceOutcome, TokenQuota, TokenStatus } from '../../../shared/model/token.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatCount, formatInstant, formatRelative, percent } from '../../text/format.ts';
import { ISSUANCE_CAUSES, MAX_DELAY_MS } from '../../text/issuance-text.ts';
import { Tag, type Tone, toneColours } from '../../ui/tag.tsx';
import {
  type Mark,
  marksOf,
  type NumberedIssuance,
  numberIssuances,
  positionOf,
  REACH_MS,
  ticksOf,
} from './day-axis.ts';
import dayChartStyles from './day-chart.module.css';
import styles from './tokens.module.css';

interface DayCardProps {
  token: TokenStatus;
  reset: QuotaReset;
  now: number;
  /** True when each token request has a link to its exchange. Traffic has only exchanges of the current connection. */
  linked: boolean;
}

export function DayCard({ token, reset, now, linked }: DayCardProps) {
  const numbered = numberIssuances(token.issuances, token.api, reset);
  return (
    <Card component="section" aria-labelledby="day-title" bg="var(--lk-surface)">
      <h2 id="day-title" className={styles.title}>
        Issuances in the last 24 hours
      </h2>
      <p className={styles.dim}>
        {numbered.length === 0
          ? 'No token was requested in the last 24 hours.'
          : `${formatCount(numbered.length, 'token request')} in the last 24 hours, from the ledger on this computer.`}
      </p>
      <DayChart numbered={numbered} quota={token.quota} foreign={token.foreignUse} now={now} />
      <ChartLegend foreign={token.foreignUse !== null} reported={token.quota.basis === 'server'} />
      {numbered.length === 0 ? null : <IssuanceTable numbered={numbered} now={now} linked={linked} />}
    </Card>
  );
}

interface IssuanceTableProps {
  numbered: readonly NumberedIssuance[];
  now: number;
  linked: boolean;
}

/** The issuances of the last 24 hours as a table: cause, outcome, and when the slot regenerates. */
function IssuanceTable({ numbered, now, linked }: IssuanceTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label="Token requests of the last 24 hours">
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Requested</th>
            <th scope="col">By</th>
            <th scope="col">Outcome</th>
            <th scope="col">Slot regenerates</th>
            {linked ? <th scope="col">Exchange</th> : null}
          </tr>
        </thead>
        <tbody>
          {[...numbered].reverse().map(({ issuance, number, regeneratesAt }) => (
            <tr key={issuance.id}>
              <td className="lk-num">{number}</td>
              <td className="lk-num">{formatInstant(issuance.at, { now })}</td>
              <td>{ISSUANCE_CAUSES[issuance.cause]}</td>
              <td>
                <Tag tone={OUTCOMES[issuance.outcome].tone}>{OUTCOMES[issuance.outcome].title}</Tag>
              </td>
              <td className={regeneratesAt === null ? undefined : 'lk-num'}>
                {slotText(issuance.outcome === 'refused', regeneratesAt, now)}
              </td>
              {linked ? (
                <td>
                  <PageLink
                    to="/traffic"
                    search={{
                      operation: 'token',
                      from: Math.floor(issuance.at - MAX_DELAY_MS),
                      until: Math.ceil((issuance.settledAt ?? issuance.at) + MAX_DELAY_MS),
                    }}
                    size="sm"
                    aria-label={`Exchange of token request ${number}`}
                  >
                    Traffic
                  </PageLink>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function slotText(refused: boolean, regeneratesAt: number | null, now: number): string {
  if (refused) return 'None used';
  if (regeneratesAt === null) return 'None used: the first token is not a renewal';
  return `${formatInstant(regeneratesAt, { now })}, ${formatRelative(regeneratesAt, now)}`;
}

const LEVEL_PX = 23;
/** True when a tick's label has no room on its right, before the label “now” or the end of the axis. `share`: the tick's place on the axis, 0 to 1. */
const leftOfTick = (share: number): boolean => share > 0.95 || (share > 0.43 && share <= 0.5);
const laneHeight = (marks: readonly Mark[]): number => (Math.max(0, ...marks.map((mark) => mark.level)) + 1) * LEVEL_PX;

interface DayChartProps {
  numbered: readonly NumberedIssuance[];
  quota: TokenQuota;
  foreign: ForeignUse | null;
  now: number;
}

/** An axis over the last and the next 24 hours, with a mark for each issuance and for each slot that regenerates. */
function DayChart({ numbered, quota, foreign, now }: DayChartProps) {
  const { issued, regenerating } = marksOf(numbered, now);
  const reportedAt =
    quota.basis === 'server' && quota.nextSlotAt !== null && quota.nextSlotAt > now ? quota.nextSlotAt : null;
  return (
    <div className={dayChartStyles.chart} aria-hidden>
      <div className={dayChartStyles.lane} style={{ height: laneHeight(issued) }}>
        {foreign ? <OtherClientsBand foreign={foreign} now={now} /> : null}
        {issued.map((mark) => (
          <IssuedMark key={mark.entry.issuance.id} mark={mark} />
        ))}
        <span className={dayChartStyles.laneName}>{issued.length === 0 ? 'Nothing was issued' : 'Issued'}</span>
      </div>
      <div className={dayChartStyles.axis}>
        {ticksOf(now).map((tick) => (
          <div
            key={tick.at}
            className={dayChartStyles.tick}
            data-left={leftOfTick(tick.share) || undefined}
            style={{ left: percent(tick.share) }}
          >
            <span className="lk-num">{formatInstant(tick.at, { style: tick.midnight ? 'day' : 'hour' })}</span>
          </div>
        ))}
      </div>
      <div className={dayChartStyles.lane} data-below style={{ height: laneHeight(regenerating) }}>
        {regenerating.map((mark) => (
          <span
            key={mark.entry.issuance.id}
            className={dayChartStyles.regenerating}
            style={{ left: percent(mark.share), top: mark.level * LEVEL_PX }}
            title={`The slot of ${mark.entry.number} regenerates ${formatInstant(mark.at, { now })}`}
          >
            {mark.entry.number}
          </span>
        ))}
        {reportedAt !== null && reportedAt - now <= REACH_MS ? (
          <span
            className={dayChartStyles.reported}
            style={{ left: percent(positionOf(reportedAt, now)) }}
            title={`Next slot reported by the server: ${formatInstant(reportedAt, { now })}`}
          />
        ) : null}
        <span className={dayChartStyles.laneName} data-end>
          {regenerating.length === 0 && reportedAt === null ? 'No slot is in use' : 'Slots regenerate'}
        </span>
      </div>
      <div className={dayChartStyles.now}>
        <span className={dayChartStyles.nowName}>now</span>
      </div>
    </div>
  );
}

function IssuedMark({ mark }: { mark: Mark }) {
  const { issuance, number } = mark.entry;
  const { title, tone } = OUTCOMES[issuance.outcome];
  const { text, tint, strong } = toneColours(tone);
  return (
    <span
      className={dayChartStyles.issued}
      data-outcome={issuance.outcome}
      style={{
        left: percent(mark.share),
        bottom: mark.level * LEVEL_PX,
        color: text,
        background: tint,
        borderColor: strong,
      }}
      title={`${number}: ${title}`}
    >
      {number}
    </span>
  );
}

/** A band for foreign issuances. Their exact times are unknown, so it covers the time between two reports of the service. */
function OtherClientsBand({ foreign, now }: { foreign: ForeignUse; now: number }) {
  const from = positionOf(foreign.since ?? now - REACH_MS, now);
  const to = positionOf(foreign.noticedAt, now);
  return (
    <span
      className={dayChartStyles.foreign}
      style={{ left: percent(from), width: `max(${percent(to - from)}, 22px)` }}
      title={`${foreign.count} by other clients`}
    >
      +{foreign.count}
    </span>
  );
}

function ChartLegend({ foreign, reported }: { foreign: boolean; reported: boolean }) {
  const good = toneColours('good');
  const warn = toneColours('warn');
  const bad = toneColours('bad');
  const styleOf = ({ text, tint, strong }: typeof good) => ({ color: text, background: tint, borderColor: strong });
  return (
    <ul className={dayChartStyles.legend} aria-hidden>
      <li>
        <i className={dayChartStyles.issued} style={styleOf(good)} /> token issued
      </li>
      <li>
        <i className={dayChartStyles.issued} data-outcome="lost" style={styleOf(warn)} /> response lost, counted as used
      </li>
      <li>
        <i className={dayChartStyles.issued} data-outcome="refused" style={styleOf(bad)} /> refused, no slot used
      </li>
      <li>
        <i className={dayChartStyles.regenerating} /> slot regenerates
      </li>
      {reported ? (
        <li>
          <i className={dayChartStyles.reported} /> next slot, reported by the server
        </li>
      ) : null}
      {foreign ? (
        <li>
          <i className={dayChartStyles.foreign} /> by other clients, some time in between
        </li>
      ) : null}
    </ul>
  );
}

/** The outcome of an issuance as text and tone. */
const OUTCOMES: Record<IssuanceOutcome, { title: string; tone: Tone }> = {
  sent: { title: 'Sent, waiting for the response', tone: 'info' },
  confirmed: { title: 'Token issued', tone: 'good' },
  lost: { title: 'Response lost, counted as used', tone: 'warn' },
  refused: { title: 'Refused, no slot used', tone: 'bad' },
};
