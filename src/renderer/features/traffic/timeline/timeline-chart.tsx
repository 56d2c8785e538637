/** The bars of the timeline, memoised. */
import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { memo } from 'react';
import type { OutcomeClass, Timeline } from '../../../../shared/model/traffic.ts';
import { formatShortNumber } from '../../../text/format.ts';
import { toneColours } from '../../../ui/tone.ts';
import { OUTCOMES } from '../outcome.ts';
import { fillOf } from './outcome-swatch.tsx';
import { ticksOf, tickText } from './timeline-window.ts';

/** The width of the y axis; `.brush` in timeline.module.css begins after it. */
const AXIS_PX = 34;
const TICK = { fontSize: 11.5, fill: 'currentColor' };

export const TimelineChart = memo(function TimelineChart({
  timeline,
  shown,
  scope,
}: {
  timeline: Timeline;
  /** The outcome classes to draw. */
  shown: readonly OutcomeClass[];
  scope: string;
}) {
  const { buckets } = timeline;
  const { at: ticks, stepMs } = ticksOf(timeline);
  return (
    <BarChart
      h="100%"
      data={buckets.map(({ at, counts }) => ({ at, ...counts }))}
      dataKey="at"
      type="stacked"
      series={OUTCOMES.filter(({ id }) => shown.includes(id)).map(({ id }) => ({ name: id, color: fillOf(scope, id) }))}
      barProps={({ name }) => ({
        stroke: toneColours(OUTCOMES.find(({ id }) => id === name)?.tone ?? 'muted').strong,
        strokeWidth: 0.75,
        strokeOpacity: 1,
      })}
      barChartProps={{ margin: { top: 4, right: 0, bottom: 0, left: 0 }, barCategoryGap: '14%' }}
      xAxisProps={{
        ticks,
        tickFormatter: (at: number) => tickText(at, stepMs),
        height: 18,
        minTickGap: 12,
        interval: 'equidistantPreserveStart',
        tick: TICK,
      }}
      yAxisProps={{ width: AXIS_PX, tickCount: 3, allowDecimals: false, tick: TICK }}
      valueFormatter={formatShortNumber}
      gridProps={{ vertical: false }}
      withTooltip={false}
      accessibilityLayer={false}
      maxBarWidth={28}
      aria-hidden
    />
  );
});
