/** The rate of the sandbox's clock. At a high rate, a person sees tokens expire and renew within minutes. */
import { SegmentedControl } from '@mantine/core';
import { formatNumber } from '../../text/format.ts';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

const RATES = [
  { rate: 1, about: 'Real time: a token is valid for 24 hours.' },
  { rate: 60, about: 'One minute per second: a token is valid for 24 minutes.' },
  { rate: 720, about: 'Twelve minutes per second: a token is valid for 2 minutes.' },
];

export function ClockSection() {
  const { state, apply } = usePanel();
  const { rate } = state.clock;
  const known = RATES.find((entry) => entry.rate === rate);
  const choices = known ? RATES : [...RATES, { rate, about: '' }];
  return (
    <Section title="Clock" description="The sandbox’s tokens, quotas, limits and quotes follow this clock.">
      <SegmentedControl
        aria-label="Clock rate"
        data={choices.map((entry) => ({ value: String(entry.rate), label: `${formatNumber(entry.rate)}×` }))}
        value={String(rate)}
        onChange={(value) => apply({ kind: 'setClockRate', rate: Number(value) }, `The clock rate is ${value}.`)}
        fullWidth
      />
      <p className={styles.note}>{known?.about ?? `${formatNumber(rate)} seconds per second.`}</p>
    </Section>
  );
}
