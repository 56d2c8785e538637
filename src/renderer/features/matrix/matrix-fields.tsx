/** The choices of a matrix: arrivals, nights, guests, places and bedrooms. A change shows the known cells at once and sends nothing. */
import { MultiSelect, Switch } from '@mantine/core';
import { memo, type ReactNode, useState } from 'react';
import type { Credential } from '../../../shared/model/connection.ts';
import type { MatrixQuestion, MatrixView } from '../../../shared/model/matrix.ts';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { useListingNoun } from '../../actions/use-listing-noun.ts';
import { useAsk } from '../../ipc/client.ts';
import { formatPlainDate } from '../../text/format.ts';
import { ApplicationSelect } from '../../ui/application-select.tsx';
import { CountInput } from '../../ui/count-input.tsx';
import { DayRange, type Days } from '../../ui/day-range.tsx';
import { IconBed, IconCoins, IconMapPin, IconMoon, IconUsers } from '../../ui/icons.ts';
import { Select } from '../../ui/select.tsx';
import styles from './matrix.module.css';
import { BOUNDS, type MatrixParams, placesText } from './matrix-form.ts';

export const MatrixFields = memo(function MatrixFields({
  question,
  view,
  arrivals,
  applications,
  today,
  onChange,
}: {
  question: MatrixQuestion;
  view: MatrixView;
  arrivals: readonly PlainDate[];
  applications: readonly Credential[];
  today: PlainDate;
  /** A stable function, so that arriving answers do not render the fields again. */
  onChange: (changes: Partial<MatrixParams>) => void;
}) {
  const { stays, listings, connectionId } = question;
  const noun = useListingNoun();
  const choices = useAsk('matrix', 'choices', { connectionId });
  const known = choices.data?.places ?? [];
  const data = [
    ...listings.places.filter((place) => !known.some((one) => one.place === place)),
    ...known.map(({ place }) => place),
  ];
  const counts = new Map(known.map(({ place, listings: count }) => [place, count]));
  return (
    <form className={styles.fields} aria-label="Flexible dates" onSubmit={(event) => event.preventDefault()}>
      <div className={styles.days}>
        <ArrivalDays
          key={`${stays.firstArrival} ${stays.lastArrival}`}
          from={stays.firstArrival}
          until={stays.lastArrival}
          today={today}
          onChange={(from, until) => onChange({ from, until })}
        />
      </div>
      <Count
        label="Nights"
        icon={<IconMoon size={16} aria-hidden />}
        value={stays.nights}
        max={BOUNDS.nights}
        isRequired
        onChange={(nights) => onChange({ nights })}
      />
      <Count
        label="Guests"
        icon={<IconUsers size={16} aria-hidden />}
        value={stays.guests}
        max={BOUNDS.guests}
        onChange={(guests) => onChange({ guests })}
      />
      <MultiSelect
        className={styles.places ?? ''}
        label="Places"
        placeholder={listings.places.length === 0 ? 'All places' : undefined}
        leftSection={<IconMapPin size={16} aria-hidden />}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': 'Clear the places' }}
        nothingFoundMessage={known.length === 0 ? `No ${noun.many} are loaded` : 'No such place'}
        data={data}
        renderOption={({ option }) => (
          <span className={styles.place}>
            {option.value} <small>{noun.count(counts.get(option.value) ?? 0)}</small>
          </span>
        )}
        limit={100}
        value={listings.places}
        onChange={(places) => onChange({ places: placesText(places) })}
      />
      {applications.length > 1 ? (
        <ApplicationSelect
          className={styles.channel ?? ''}
          label="Booking channel"
          applications={applications}
          value={question.applicationId}
          onChange={(applicationId) => onChange({ applicationId: applicationId ?? undefined })}
        />
      ) : null}
      <span className={styles.nextLine} />
      <Switch
        label="Weekends only"
        size="xs"
        className={styles.weekends ?? ''}
        checked={stays.weekends}
        onChange={(event) => onChange({ weekends: event.currentTarget.checked ? '1' : undefined })}
      />
      <Count
        label="Bedrooms"
        icon={<IconBed size={16} aria-hidden />}
        value={listings.bedrooms}
        max={BOUNDS.bedrooms}
        size="xs"
        onChange={(bedrooms) => onChange({ bedrooms })}
      />
      <Count
        label="A night, up to"
        placeholder="Night up to"
        icon={<IconCoins size={16} aria-hidden />}
        value={view.maxPerNight}
        max={BOUNDS.price}
        size="xs"
        onChange={(maxPrice) => onChange({ maxPrice })}
      />
      <Select
        className={styles.order ?? ''}
        label="Order"
        size="xs"
        data={ordersOf(view, arrivals)}
        value={orderText(view)}
        allowDeselect={false}
        onChange={(sort) => onChange({ sort: sort === null || sort === AS_LISTED ? undefined : sort })}
      />
    </form>
  );
});

const AS_LISTED = 'listed';

const orderText = ({ order }: MatrixView): string =>
  order === null ? AS_LISTED : `${order.descending ? '-' : ''}${order.by}`;

/** Returns the orders to choose from. An order by an arrival, which is chosen on its heading, is listed only while it is in use. */
function ordersOf(view: MatrixView, arrivals: readonly PlainDate[]) {
  const { order } = view;
  const fixed = [
    { value: AS_LISTED, label: 'As listed' },
    { value: 'cheapest', label: 'Cheapest stay' },
    { value: '-cheapest', label: 'Cheapest stay, highest first' },
    { value: 'name', label: 'Name' },
    { value: '-name', label: 'Name, Z first' },
  ];
  if (order === null || !arrivals.includes(order.by)) return fixed;
  const arrival = `Arrival ${formatPlainDate(order.by, 'dayMonth')}`;
  return [...fixed, { value: order.by, label: arrival }, { value: `-${order.by}`, label: `${arrival}, highest first` }];
}

interface ArrivalDaysProps {
  from: PlainDate;
  until: PlainDate;
  today: PlainDate;
  onChange: (from: PlainDate, until: PlainDate) => void;
}

/** A field for the first and the last arrival. It reports a change once both days are chosen. */
function ArrivalDays({ from, until, today, onChange }: ArrivalDaysProps) {
  const [days, setDays] = useState<Days>({ from, until });
  return (
    <DayRange
      label="Arrivals"
      days={days}
      today={today}
      onChange={(chosen) => {
        setDays(chosen);
        if (chosen.from !== null && chosen.until !== null) onChange(chosen.from, chosen.until);
      }}
    />
  );
}

interface CountProps {
  label: string;
  icon: ReactNode;
  value: number | null;
  max: number;
  placeholder?: string;
  isRequired?: boolean;
  size?: 'xs';
  onChange: (value: number | undefined) => void;
}

/** A field that keeps the typed text, and reports only valid numbers. */
function Count({ label, icon, value, max, placeholder = label, isRequired = false, size, onChange }: CountProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isCount = (text: string) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  const isFine = typed === null || isCount(typed) || (typed === '' && !isRequired);
  // The page's address may change by itself, when a person goes back.
  const text = typed !== null && (!isFine || Number(typed) === (value ?? 0)) ? typed : String(value ?? '');
  return (
    <div className={styles.count} title={label}>
      <CountInput
        label={label}
        placeholder={placeholder}
        {...(size ? { size } : {})}
        leftSection={icon}
        value={text}
        min={1}
        max={max}
        error={isFine ? undefined : `1 to ${max}`}
        onChange={(next) => {
          setTyped(next);
          if (next === '' && !isRequired) onChange(undefined);
          if (isCount(next)) onChange(Number(next));
        }}
      />
    </div>
  );
}
