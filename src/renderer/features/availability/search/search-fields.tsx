/** The search form: dates, guests, places and application. Enter in any field submits it. */
import { ActionIcon } from '@mantine/core';
import type { FormEvent } from 'react';
import type { Credential } from '../../../../shared/model/connection.ts';
import type { PlainDate } from '../../../../shared/model/primitives.ts';
import { useAudience } from '../../../ipc/current.ts';
import type { FlexibleStay } from '../../../text/read-stay.ts';
import { ApplicationSelect } from '../../../ui/application-select.tsx';
import { CountInput } from '../../../ui/count-input.tsx';
import { focusFirstIssue } from '../../../ui/focus-first-issue.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconMoodKid, IconSearch, IconUsers } from '../../../ui/icons.ts';
import { StayField } from '../../../ui/stay-field/stay-field.tsx';
import styles from '../availability.module.css';
import { focusResults } from '../results/focus-results.ts';
import { PlacesField } from './places-field.tsx';
import { MAX_GUESTS, type SearchForm, type SearchIssues, withParty } from './search-form.ts';

/** The way of counting guests to which the form can switch, by the present way. */
const OTHER_PARTY = {
  guests: { party: 'ages', title: 'Adults and children', Icon: IconMoodKid },
  ages: { party: 'guests', title: 'All guests', Icon: IconUsers },
} as const;

export function SearchFields({
  connectionId,
  form,
  issues,
  applications,
  applicationId,
  today,
  takesFocus,
  hasResults,
  onChange,
  onFlexible,
  onSubmit,
}: {
  connectionId: string;
  form: SearchForm;
  issues: SearchIssues;
  applications: readonly Credential[];
  applicationId: string;
  today: PlainDate;
  takesFocus: boolean;
  hasResults: boolean;
  onChange: (changes: Partial<SearchForm>) => void;
  onFlexible: (flexible: FlexibleStay) => void;
  /** Submits the form; returns false when a field is invalid. */
  onSubmit: () => boolean;
}) {
  const forSupport = useAudience() === 'support';
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!onSubmit()) focusFirstIssue(event.currentTarget);
  };
  const other = OTHER_PARTY[form.party];
  const countField = (name: 'guests' | 'adults' | 'children', label: string) => (
    <CountInput
      key={name}
      aria-label={label}
      placeholder={label}
      leftSection={name === 'guests' ? <IconUsers size={16} aria-hidden /> : undefined}
      value={form[name]}
      onChange={(text) => onChange({ [name]: text })}
      error={issues[name]}
      min={name === 'children' ? 0 : 1}
      max={MAX_GUESTS}
    />
  );
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label="Search">
      <div className={styles.stay}>
        <StayField
          label="Dates"
          stay={form}
          today={today}
          takesFocus={takesFocus}
          error={issues.stay}
          onFlexible={onFlexible}
          onChange={({ checkIn, checkOut, issue }) => onChange({ checkIn, checkOut, typedIssue: issue })}
        />
      </div>
      <fieldset className={styles.party}>
        <legend className="lk-unseen">Guests</legend>
        <div className={styles.counts}>
          {form.party === 'guests'
            ? countField('guests', 'Guests')
            : [countField('adults', 'Adults'), countField('children', 'Children')]}
        </div>
        <ActionIcon
          size={36}
          aria-label={other.title}
          title={other.title}
          onClick={() => onChange(withParty(form, other.party))}
        >
          <other.Icon size={18} aria-hidden />
        </ActionIcon>
      </fieldset>
      <PlacesField
        connectionId={connectionId}
        places={form.places}
        error={issues.places}
        onChange={(places) => onChange({ places })}
      />
      {applications.length > 1 ? (
        <ApplicationSelect
          className={styles.application ?? ''}
          label={forSupport ? 'Application' : 'Booking channel'}
          applications={applications}
          value={applicationId}
          onChange={(value) => onChange({ applicationId: value })}
        />
      ) : null}
      <IconButton Icon={IconSearch} variant="filled" type="submit">
        Search
      </IconButton>
      {hasResults ? (
        <button type="button" className="lk-skip" onClick={focusResults}>
          Skip to the results
        </button>
      ) : null}
      {form.places.length > 1 ? (
        <p className={styles.cost}>
          {form.places.length} places are {form.places.length} searches; they run together.
        </p>
      ) : null}
    </form>
  );
}
