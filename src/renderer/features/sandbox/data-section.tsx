/** The data of the sandbox: number of listings, paths of the search, shape of quotes, ids of listings, and activation. */
import { Checkbox, Group, Loader, Switch } from '@mantine/core';
import { formatNumber } from '../../text/format.ts';
import { StoredChoice } from '../../ui/stored-choice.tsx';
import styles from './sandbox.module.css';
import { Section, SettingRow } from './section.tsx';
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
      description="The number of listings, and the known response shapes that the service uses."
    >
      <SettingRow title="Listings" description="The sandbox generates them; the same number gives the same listings.">
        <span className={styles.waiting}>
          {pending === 'setListings' ? <Loader size={14} role="status" aria-label="Generating the listings" /> : null}
        </span>
        <StoredChoice
          size="xs"
          aria-label="Number of listings"
          data={sizes.map((size) => ({ value: String(size), label: formatNumber(size) }))}
          value={String(state.listings)}
          onChoose={(value) =>
            apply(
              { kind: 'setListings', count: Number(value) },
              `The account has ${formatNumber(Number(value))} listings.`,
            )
          }
        />
      </SettingRow>
      <SettingRow
        title="Search answers at"
        description="Services differ in the path of the search; any other path answers 404."
      >
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
      </SettingRow>
      <SettingRow
        title="Quote payload"
        description="Flat as documented, nested in one of two ways that public clients observed, or without a price, as before the booking source is activated."
      >
        <StoredChoice
          size="xs"
          aria-label="Quote payload"
          data={[
            { value: 'flat', label: 'Flat' },
            { value: 'nested', label: 'Nested' },
            { value: 'inPlan', label: 'In the plan' },
            { value: 'unpriced', label: 'No price' },
          ]}
          value={state.quoteShape}
          onChoose={(shape) => apply({ kind: 'setQuoteShape', shape }, 'The payload of quotes is changed.')}
        />
      </SettingRow>
      <SettingRow
        title="Ids of listings"
        description="Texts, or numbers so large that a careless reader takes neighbours for one. Load the listings again after a change."
      >
        <StoredChoice
          size="xs"
          aria-label="Ids of listings"
          data={[
            { value: 'texts', label: 'Texts' },
            { value: 'numbers', label: 'Large numbers' },
          ]}
          value={state.listingIds}
          onChoose={(ids) =>
            apply({ kind: 'setListingIds', ids }, `Listings have ${ids === 'numbers' ? 'numbers' : 'texts'} as ids.`)
          }
        />
      </SettingRow>
      <SettingRow
        title="Reservations activated"
        description="When off, the account lacks the activation steps, and the service refuses every booking."
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
      </SettingRow>
    </Section>
  );
}
