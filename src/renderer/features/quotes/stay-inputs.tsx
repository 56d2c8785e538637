/** The fields for party and coupons, in the forms for a new quote and for a change. */
import { Fieldset, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { CountInput } from '../../ui/count-input.tsx';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { IconTicket, IconUsers } from '../../ui/icons.ts';
import { checkQuote, MAX_COUPONS, MAX_GUESTS, type QuoteForm, type QuoteIssues, withPeople } from './quote-form.ts';
import styles from './quotes.module.css';

interface FieldProps {
  form: QuoteForm;
  issues: QuoteIssues;
  onChange: (changes: Partial<QuoteForm>) => void;
}

export function PartyFields({ form, issues, onChange }: FieldProps) {
  const countField = (name: 'guests' | 'adults' | 'children' | 'infants', label: string, placeholder = '–') => (
    <CountInput
      label={label}
      placeholder={placeholder}
      withAsterisk={name === 'guests'}
      leftSection={name === 'guests' ? <IconUsers size={16} aria-hidden /> : undefined}
      value={form[name]}
      onChange={(text) => onChange(withPeople(form, name, text))}
      min={name === 'guests' ? 1 : 0}
      max={MAX_GUESTS}
      error={name === 'guests' ? issues.guests : issues.ages !== undefined}
    />
  );
  return (
    <Fieldset legend="Party" variant="unstyled" className={styles.party ?? ''}>
      <div className={styles.counts}>
        {countField('guests', 'Guests')}
        {countField('adults', 'Adults')}
        {countField('children', 'Children')}
        {countField('infants', 'Infants')}
      </div>
      {issues.ages ? (
        <p className={styles.issue} role="alert">
          {issues.ages}
        </p>
      ) : (
        <p className={styles.hint}>Adults, children and infants are optional; they are sent when filled in.</p>
      )}
    </Fieldset>
  );
}

export function CouponField({ form, issues, onChange }: FieldProps) {
  return (
    <TagsInput
      label="Coupons"
      placeholder={form.coupons.length === 0 ? 'Type a code, then a comma' : ''}
      leftSection={<IconTicket size={16} aria-hidden />}
      value={form.coupons}
      onChange={(coupons) => onChange({ coupons })}
      splitChars={[',', ' ', ';']}
      maxTags={MAX_COUPONS}
      acceptValueOnBlur
      clearable
      error={issues.coupons}
    />
  );
}

interface Stay {
  readonly checkIn: PlainDate;
  readonly checkOut: PlainDate;
}

interface CheckedForm {
  /** The issues to show; empty before the first attempt to submit. */
  readonly issues: QuoteIssues;
  /** The stay of the form; null while its dates are incomplete or invalid. */
  readonly asked: Stay | null;
  /** Keeps the browser from submitting the form. When there is an issue, it moves the focus to the first one and returns false. */
  check(event: FormEvent<HTMLFormElement>): boolean;
  /** Receives the typed dates, or a sentence on why they are not a stay. */
  type(typed: { checkIn: PlainDate | null; checkOut: PlainDate | null; issue: string | null }): void;
}

/**
 * Returns the state that the forms for a new quote and for a change share: the typed stay, and the issues, which appear after the first attempt to
 * submit.
 */
export function useCheckedForm(form: QuoteForm, onChange: (changes: Partial<QuoteForm>) => void): CheckedForm {
  const [checked, setChecked] = useState(false);
  const [typedIssue, setTypedIssue] = useState<string | null>(null);
  const issues = { ...checkQuote(form), ...(typedIssue === null ? {} : { stay: typedIssue }) };
  const { checkIn, checkOut } = form;
  return {
    issues: checked ? issues : {},
    asked: checkIn && checkOut && checkIn < checkOut ? { checkIn, checkOut } : null,
    check(event) {
      event.preventDefault();
      setChecked(true);
      const isRight = Object.keys(issues).length === 0;
      if (!isRight) focusFirstIssue(event.currentTarget);
      return isRight;
    },
    type({ issue, ...stay }) {
      setTypedIssue(issue);
      onChange(stay);
    },
  };
}
