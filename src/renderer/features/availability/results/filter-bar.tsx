/** The filters and the order of the present results. They send no request. */
import { ActionIcon, Button, Chip, Group, MultiSelect, Popover } from '@mantine/core';
import { useState } from 'react';
import { NEED_NAMES, type Need } from '../../../../shared/listing/needs.ts';
import { formatNumber } from '../../../text/format.ts';
import { CountInput } from '../../../ui/count-input.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconFilter, IconX } from '../../../ui/icons.ts';
import { Select } from '../../../ui/select.tsx';
import styles from '../availability.module.css';
import { COVERS_TEXT } from './quoted.ts';
import { type Choice, EMPTY_FILTERS, type Facets, type Filters, filterCount, type Sort } from './rows.ts';

/** The highest price that a filter can have, in any currency. Some currencies need millions for a night. */
const MAX_PRICE = 1_000_000_000;
const ORDERS: readonly { value: string; label: string }[] = [
  { value: 'total', label: 'Lowest total' },
  { value: '-total', label: 'Highest total' },
  { value: 'perNight', label: 'Lowest night' },
  { value: '-perNight', label: 'Highest night' },
  { value: 'name', label: 'Name, A first' },
  { value: '-name', label: 'Name, Z first' },
  { value: 'bedrooms', label: 'Fewest bedrooms' },
  { value: '-bedrooms', label: 'Most bedrooms' },
  { value: 'guests', label: 'Sleeps fewest' },
  { value: '-guests', label: 'Sleeps most' },
  { value: '', label: 'As found' },
];
const NEED_WORDS: Record<Need, string> = { pets: 'Pets', parking: 'Parking', access: 'Accessible' };

const optionsOf = (choices: readonly Choice<string>[]) =>
  choices.map(({ value, count }) => ({ value, label: `${value} (${count})` }));
const countOf = <Value,>(choices: readonly Choice<Value>[], value: Value): number =>
  choices.find((choice) => choice.value === value)?.count ?? 0;
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
  const price = (name: 'minPrice' | 'maxPrice' | 'maxTotal', label: string, placeholder: string) => (
    <CountInput
      size="xs"
      aria-label={label}
      placeholder={placeholder}
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
        size="xs"
        className={styles.filterToggle ?? ''}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        Filters{count === 0 ? '' : ` (${count})`}
      </IconButton>
      <div className={styles.filterFields}>
        {facets.hasPrices ? (
          <fieldset className={styles.filterPrice} title={priceText(facets)}>
            <legend className="lk-unseen">{priceText(facets)}</legend>
            {price('minPrice', 'Price per night, from', 'Night from')}
            {price('maxPrice', 'Price per night, up to', 'Night up to')}
          </fieldset>
        ) : null}
        {facets.hasTotals || filters.maxTotal !== null ? (
          <div className={styles.filterTotal} title={`Total of the stay, ${COVERS_TEXT[facets.totalCovers]}`}>
            {price('maxTotal', `Total of the stay ${COVERS_TEXT[facets.totalCovers]}, up to`, 'Total up to')}
          </div>
        ) : null}
        {facets.bedrooms.length > 0 ? (
          <Select
            className={styles.filterBedrooms ?? ''}
            size="xs"
            aria-label="Bedrooms"
            placeholder="Bedrooms"
            data={facets.bedrooms.map(({ value }) => ({
              value: String(value),
              label: `${value}+ ${value === 1 ? 'bedroom' : 'bedrooms'}`,
            }))}
            renderOption={({ option }) => `${option.label} (${countOf(facets.bedrooms, Number(option.value))})`}
            value={filters.bedrooms === null ? null : String(filters.bedrooms)}
            onChange={(value) => change({ bedrooms: value === null ? null : Number(value) })}
            comboboxProps={{ width: 190, position: 'bottom-start' }}
            clearable
          />
        ) : null}
        {facets.needs.length > 0 ? (
          <Chip.Group multiple value={[...filters.needs]} onChange={(needs) => change({ needs: needs as Need[] })}>
            <Group gap={6} wrap="nowrap" role="group" aria-label="Must have">
              {facets.needs.map(({ value, count }) => (
                <Chip key={value} size="xs" value={value} title={`${NEED_NAMES[value]}: ${formatNumber(count)}`}>
                  {NEED_WORDS[value]}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        ) : null}
        <MoreFilters filters={filters} facets={facets} onChange={change} />
      </div>
      <Select
        className={styles.filterOrder ?? ''}
        size="xs"
        aria-label="Order"
        data={ORDERS}
        value={sort === null ? '' : `${sort.descending ? '-' : ''}${sort.by}`}
        allowDeselect={false}
        onChange={(value) =>
          onSort(value ? { by: value.replace('-', '') as Sort['by'], descending: value.startsWith('-') } : null)
        }
      />
      {count > 0 ? (
        <ActionIcon size="sm" aria-label="Clear filters" title="Clear filters" onClick={() => onFilters(EMPTY_FILTERS)}>
          <IconX size={15} aria-hidden />
        </ActionIcon>
      ) : null}
    </section>
  );
}

const priceText = ({ currencies, priceCovers }: Facets): string =>
  [currencies.length === 1 ? `A night, ${currencies[0]}` : 'A night', COVERS_TEXT[priceCovers]].join(', ');

/** The filters by type and by amenity, in a popover, because their chosen values may need much room. */
function MoreFilters({
  filters,
  facets,
  onChange,
}: Pick<Props, 'filters' | 'facets'> & { onChange: (changes: Partial<Filters>) => void }) {
  const count = filters.types.length + filters.amenities.length;
  const many = (label: string, name: 'types' | 'amenities') => (
    <MultiSelect
      label={label}
      placeholder={filters[name].length === 0 ? 'Any' : ''}
      data={optionsOf(facets[name])}
      value={[...filters[name]]}
      onChange={(values) => onChange({ [name]: values })}
      comboboxProps={{ withinPortal: false }}
      openOnFocus={false}
      searchable
      limit={100}
    />
  );
  const hasTypes = facets.types.length > 1 || filters.types.length > 0;
  if (!hasTypes && facets.amenities.length === 0) return null;
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button size="xs" variant={count > 0 ? 'light' : 'default'}>
          {hasTypes ? 'Type, amenities' : 'Amenities'}
          {count > 0 ? ` (${count})` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.filterMore ?? ''}>
        {hasTypes ? many('Type', 'types') : null}
        {facets.amenities.length > 0 ? many('Amenities', 'amenities') : null}
      </Popover.Dropdown>
    </Popover>
  );
}
