/** An axis over the last and the next 24 hours, with a mark for each issuance and for each slot that regenerates. */
import type { ForeignUse, TokenQuota } from '../../../shared/model/token.ts';
import { formatInstant } from '../../text/format.ts';
import { percent } from '../../ui/percent.ts';
import { toneColours } from '../../ui/tone.ts';
import { type Mark, marksOf, type NumberedIssuance, positionOf, REACH_MS, ticksOf } from './day-axis.ts';
import styles from './day-chart.module.css';
import { OUTCOMES } from './issuance-text.ts';

const LEVEL_PX = 23;
/** True when a tick's label stands on the left, because the label for now or the end of the axis is close on the right. */
const leftOfTick = (share: number): boolean => share > 0.95 || (share > 0.43 && share <= 0.5);
const laneHeight = (marks: readonly Mark[]): number => (Math.max(0, ...marks.map((mark) => mark.level)) + 1) * LEVEL_PX;

export function DayChart({
  numbered,
  quota,
  foreign,
  now,
}: {
  numbered: readonly NumberedIssuance[];
  quota: TokenQuota;
  foreign: ForeignUse | null;
  now: number;
}) {
  const { issued, regenerating } = marksOf(numbered, now);
  const reportedAt =
    quota.basis === 'server' && quota.nextSlotAt !== null && quota.nextSlotAt > now ? quota.nextSlotAt : null;
  return (
    <div className={styles.chart} aria-hidden>
      <div className={styles.lane} style={{ height: laneHeight(issued) }}>
        {foreign ? <OtherClientsBand foreign={foreign} now={now} /> : null}
        {issued.map((mark) => (
          <IssuedMark key={mark.entry.issuance.id} mark={mark} />
        ))}
        <span className={styles.laneName}>{issued.length === 0 ? 'Nothing was issued' : 'Issued'}</span>
      </div>
      <div className={styles.axis}>
        {ticksOf(now).map((tick) => (
          <div
            key={tick.at}
            className={styles.tick}
            data-left={leftOfTick(tick.share) || undefined}
            style={{ left: percent(tick.share) }}
          >
            <span className="lk-num">{formatInstant(tick.at, { style: tick.midnight ? 'day' : 'hour' })}</span>
          </div>
        ))}
      </div>
      <div className={styles.lane} data-below style={{ height: laneHeight(regenerating) }}>
        {regenerating.map((mark) => (
          <span
            key={mark.entry.issuance.id}
            className={styles.regenerating}
            style={{ left: percent(mark.share), top: mark.level * LEVEL_PX }}
            title={`The slot of ${mark.entry.number} regenerates ${formatInstant(mark.at, { now })}`}
          >
            {mark.entry.number}
          </span>
        ))}
        {reportedAt !== null && reportedAt - now <= REACH_MS ? (
          <span
            className={styles.reported}
            style={{ left: percent(positionOf(reportedAt, now)) }}
            title={`Next slot reported by the server: ${formatInstant(reportedAt, { now })}`}
          />
        ) : null}
        <span className={styles.laneName} data-end>
          {regenerating.length === 0 && reportedAt === null ? 'No slot is in use' : 'Slots regenerate'}
        </span>
      </div>
      <div className={styles.now}>
        <span className={styles.nowName}>now</span>
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
      className={styles.issued}
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
      className={styles.foreign}
      style={{ left: percent(from), width: `max(${percent(to - from)}, 22px)` }}
      title={`${foreign.count} by other clients`}
    >
      +{foreign.count}
    </span>
  );
}

export function ChartLegend({ foreign, reported }: { foreign: boolean; reported: boolean }) {
  const good = toneColours('good');
  const warn = toneColours('warn');
  const bad = toneColours('bad');
  const styleOf = ({ text, tint, strong }: typeof good) => ({ color: text, background: tint, borderColor: strong });
  return (
    <ul className={styles.legend} aria-hidden>
      <li>
        <i className={styles.issued} style={styleOf(good)} /> token issued
      </li>
      <li>
        <i className={styles.issued} data-outcome="lost" style={styleOf(warn)} /> response lost, counted as used
      </li>
      <li>
        <i className={styles.issued} data-outcome="refused" style={styleOf(bad)} /> refused, no slot used
      </li>
      <li>
        <i className={styles.regenerating} /> slot regenerates
      </li>
      {reported ? (
        <li>
          <i className={styles.reported} /> next slot, reported by the server
        </li>
      ) : null}
      {foreign ? (
        <li>
          <i className={styles.foreign} /> by other clients, some time in between
        </li>
      ) : null}
    </ul>
  );
}
