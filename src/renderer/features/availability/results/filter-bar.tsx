/** The filters and the order of the present results. They send no request. */
import { Button, MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { CountInput } from '../../../ui/count-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconFilter } from '../../../ui/icons.ts';
import styles from '../availability.module.css';
import { COVERS_TEXT } from './quoted.ts';
import { type Choice, EMPTY_FILTERS, type Facets, type Filters, filterCount, SORTS, type Sort } from './rows.ts';

/** The highest price that a filter can have, in any currency. Some currencies need millions for a night. */
const MAX_PRICE = 1_000_000_000;
const SORT_TITLES: Record<Sort['by'], string> = {
  total: 'Total',
  perNight: 'Price per night',
  name: 'Name',
  bedrooms: 'Bedrooms',
  guests: 'Sleeps',
};
const ORDERS = [
  { value: '', label: 'As answered' },
  ...SORTS.flatMap((by) => [
    { value: by, label: SORT_TITLES[by] },
    { value: `-${by}`, label: `${SORT_TITLES[by]}, ${by === 'name' ? 'Z first' : 'highest first'}` },
  ]),
];

const optionsOf = (choices: readonly Choice<string>[]) =>
  choices.map(({ value, count }) => ({ value, label: `${value} (${count})` }));
const numberIn = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= MAX_PRICE ? Number(text) : null;

interface Props {
  filters: Filters;
  facets: Facets;
  sort: Sort | null;
  onFilters: (filters: Filters) => void;
  onSort: (sort: Sort | null) => void;
}

export function FilterBar({ filters, facets, sort, onFilters, onSort }: Props) {
  /** True while the fields are open. In a small window a button opens them; elsewhere they are always open. */
  const [isOpen, setIsOpen] = useState(false);
  const count = filterCount(filters);
  const change = (changes: Partial<Filters>) => onFilters({ ...filters, ...changes });
  const price = (name: 'minPrice' | 'maxPrice' | 'maxTotal', label: string) => (
    <CountInput
      aria-label={label}
      placeholder={name === 'minPrice' ? 'From' : 'Up to'}
      value={filters[name] === null ? '' : String(filters[name])}
      onChange={(text) => change({ [name]: numberIn(text) })}
      min={0}
      max={MAX_PRICE}
    />
  );
  return (
    <section className={styles.filters} aria-label="Filters" data-open={isOpen || undefined}>
      <IconButton
        Icon={IconFilter}
        className={styles.filterToggle ?? ''}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{count === 0 ? '' : ` (${count})`}
      </IconButton>
      <div className={styles.filterFields}>
        {facets.hasPrices ? (
          <fieldset className={styles.filterPrice}>
            <legend className={styles.filterLabel}>
              {[
                facets.currencies.length === 1 ? `A night, ${facets.currencies[0]}` : 'A night',
                COVERS_TEXT[facets.priceCovers],
              ].join(', ')}
            </legend>
            {price('minPrice', 'Price per night, from')}
            {price('maxPrice', 'Price per night, up to')}
          </fieldset>
        ) : null}
        {facets.hasTotals || filters.maxTotal !== null ? (
          <fieldset className={styles.filterTotal}>
            <legend className={styles.filterLabel} title={`Total ${COVERS_TEXT[facets.totalCovers]}`}>
              Total
            </legend>
            {price('maxTotal', `Total of the stay ${COVERS_TEXT[facets.totalCovers]}, up to`)}
          </fieldset>
        ) : null}
        {facets.bedrooms.length > 0 ? (
          <Select
            className={styles.filterBedrooms ?? ''}
            label="Bedrooms"
            placeholder="Any"
            data={facets.bedrooms.map(({ value, count }) => ({ value: String(value), label: `${value}+ (${count})` }))}
            value={filters.bedrooms === null ? null : String(filters.bedrooms)}
            onChange={(value) => change({ bedrooms: value === null ? null : Number(value) })}
            clearable
          />
        ) : null}
        {facets.types.length > 1 || filters.types.length > 0 ? (
          <MultiSelect
            className={styles.filterMany ?? ''}
            label="Type"
            placeholder={filters.types.length === 0 ? 'Any' : ''}
            data={optionsOf(facets.types)}
            value={[...filters.types]}
            onChange={(types) => change({ types })}
            searchable
            limit={100}
          />
        ) : null}
        {facets.amenities.length > 0 ? (
          <MultiSelect
            className={styles.filterMany ?? ''}
            label="Amenities"
            placeholder={filters.amenities.length === 0 ? 'Any' : ''}
            data={optionsOf(facets.amenities)}
            value={[...filters.amenities]}
            onChange={(amenities) => change({ amenities })}
            searchable
            limit={100}
          />
        ) : null}
      </div>
      <Select
        className={styles.filterOrder ?? ''}
        label="Order"
        data={ORDERS}
        value={sort === null ? '' : `${sort.descending ? '-' : ''}${sort.by}`}
        allowDeselect={false}
        onChange={(value) =>
          onSort(value ? { by: value.replace('-', '') as Sort['by'], descending: value.startsWith('-') } : null)
        }
      />
      {count > 0 ? (
        <Button className={styles.filterClear ?? ''} onClick={() => onFilters(EMPTY_FILTERS)}>
          Clear filters
        </Button>
      ) : null}
    </section>
  );
}
