/** What the service holds and how it answers: its size, its search paths, the shape of its quotes, and activation. */
import { Checkbox, Group, Loader, SegmentedControl, Switch } from '@mantine/core';
import { formatNumber } from '../../text/format.ts';
import styles from './sandbox.module.css';
import { Line, Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

const SIZES = [240, 1_000, 10_000, 50_000];
const VARIANTS = [
  { value: 'v1-search', label: '/v1/search' },
  { value: 'listings', label: '/listings' },
] as const;

export function DataSection() {
  const { state, apply, pending } = usePanel();
  const sizes = SIZES.includes(state.listings) ? SIZES : [state.listings, ...SIZES];
  return (
    <Section
      title="Data and behaviour"
      about="How large the account is, and which of the known ways of answering it uses."
    >
      <Line title="Listings" about="All of them are made up; the same number gives the same listings.">
        <span className={styles.waiting}>
          {pending === 'setListings' ? <Loader size={14} aria-label="Making the listings" /> : null}
        </span>
        <SegmentedControl
          size="xs"
          aria-label="Number of listings"
          data={sizes.map((size) => ({ value: String(size), label: formatNumber(size) }))}
          value={String(state.listings)}
          onChange={(value) =>
            apply(
              { kind: 'setListings', count: Number(value) },
              `The account has ${formatNumber(Number(value))} listings.`,
            )
          }
        />
      </Line>
      <Line title="Search answers at" about="Services differ in where the search is; any other path answers 404.">
        <Group gap="md">
          {VARIANTS.map(({ value, label }) => (
            <Checkbox
              key={value}
              size="sm"
              label={<span className="lk-mono">{label}</span>}
              checked={state.searchVariants.includes(value)}
              onChange={(event) => {
                const { checked } = event.currentTarget;
                const variants = VARIANTS.map((variant) => variant.value).filter((variant) =>
                  variant === value ? checked : state.searchVariants.includes(variant),
                );
                apply(
                  { kind: 'setSearchVariants', variants },
                  `Search ${checked ? 'answers' : 'no longer answers'} at ${label}.`,
                );
              }}
            />
          ))}
        </Group>
      </Line>
      <Line
        title="Quote payload"
        about="Flat as documented, or nested as public clients have met it. The console reads both."
      >
        <SegmentedControl
          size="xs"
          aria-label="Quote payload"
          data={[
            { value: 'flat', label: 'Flat' },
            { value: 'nested', label: 'Nested' },
          ]}
          value={state.quoteShape}
          onChange={(value) =>
            apply({ kind: 'setQuoteShape', shape: value === 'nested' ? 'nested' : 'flat' }, `Quotes are ${value}.`)
          }
        />
      </Line>
      <Line
        title="Reservations activated"
        about="Off, the activation steps are not done yet and closing a quote is refused."
      >
        <Switch
          aria-label="Reservations activated"
          checked={state.activated}
          onChange={(event) => {
            const activated = event.currentTarget.checked;
            apply(
              { kind: 'setActivated', activated },
              activated ? 'Reservations are activated.' : 'Reservations are not activated.',
            );
          }}
        />
      </Line>
    </Section>
  );
}
