/** The fields for party and coupons, in the forms for a new quote and for a change. */
import { Fieldset, TagsInput } from '@mantine/core';
import { CountInput } from '../../ui/count-input.tsx';
import { IconTicket, IconUsers } from '../../ui/icons.ts';
import { MAX_COUPONS, MAX_GUESTS, type QuoteForm, type QuoteIssues } from './quote-form.ts';
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
      onChange={(text) => onChange({ [name]: text })}
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
