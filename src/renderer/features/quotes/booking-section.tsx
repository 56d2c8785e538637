/** Books a quote: the guest, the hold time of a request, and the booking steps that the application allows. */
import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Credential } from '../../../shared/model/connection.ts';
import type { Guest, Quote, RatePlan } from '../../../shared/model/quote.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import {
  type BookingForm,
  type BookingStep,
  checkGuest,
  disallowedReason,
  guestOf,
  HOLD_CHOICES,
  STEP_NAMES,
} from './booking-form.ts';
import { ConfirmBooking } from './confirm-booking.tsx';
import styles from './quotes.module.css';

const FIELDS: readonly { name: keyof Guest; label: string; autoComplete: string; type: string }[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'off', type: 'text' },
  { name: 'lastName', label: 'Last name', autoComplete: 'off', type: 'text' },
  { name: 'email', label: 'Email', autoComplete: 'off', type: 'email' },
  { name: 'phone', label: 'Phone', autoComplete: 'off', type: 'tel' },
];
const STEPS: readonly BookingStep[] = ['request', 'instant'];

export function BookingSection({
  quote,
  plan,
  application,
  form,
  onChange,
  onSettled,
}: {
  quote: Quote;
  plan: RatePlan;
  application: Credential | undefined;
  form: BookingForm;
  onChange: (changes: Partial<BookingForm>) => void;
  /** Called after the booking step succeeded or failed. */
  onSettled: () => void;
}) {
  const reasonId = useId();
  const audience = useAudience();
  const formElement = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  const [confirming, setConfirming] = useState<BookingStep | null>(null);
  const [cardToken, setCardToken] = useState('');
  const request = useMutation(quietly(act('quotes', 'request')));
  const book = useMutation(quietly(act('quotes', 'book')));
  const pending = request.isPending || book.isPending;
  const allIssues = checkGuest(form);
  const issues = checked ? allIssues : {};
  const { id: ratePlanId } = plan;
  const noPlan = ratePlanId === null ? 'The response has no ID of this rate plan.' : null;
  const reasons = {
    request: noPlan ?? disallowedReason('request', application, audience),
    instant: noPlan ?? disallowedReason('instant', application, audience),
  };
  const mainStep: BookingStep | null =
    reasons.request === null ? 'request' : reasons.instant === null ? 'instant' : null;

  const requestConfirmation = (step: BookingStep | null) => {
    setChecked(true);
    if (Object.keys(allIssues).length > 0) {
      if (formElement.current) focusFirstIssue(formElement.current);
    } else if (step !== null && !pending) setConfirming(step);
  };
  const send = () => {
    if (ratePlanId === null) return;
    const input = {
      connectionId: quote.connectionId,
      quoteId: quote.id,
      ratePlanId,
      guest: guestOf(form),
      cardToken: cardToken.trim() === '' ? null : cardToken.trim(),
    };
    setConfirming(null);
    setCardToken('');
    request.reset();
    book.reset();
    if (confirming === 'request') request.mutate({ ...input, holdHours: form.holdHours }, { onSettled });
    else book.mutate(input, { onSettled });
  };
  const error = request.error ?? book.error;
  const retryAt = useTokenRetryAt(quote.connectionId, quote.applicationId, error);
  return (
    <section className={styles.section} aria-labelledby="booking">
      <h3 id="booking" className={styles.sectionTitle}>
        Guest and booking
      </h3>
      <form
        ref={formElement}
        className={styles.booking}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          requestConfirmation(mainStep);
        }}
      >
        <div className={styles.pair}>
          {FIELDS.map(({ name, label, autoComplete, type }) => (
            <TextInput
              key={name}
              label={label}
              withAsterisk
              type={type}
              autoComplete={autoComplete}
              value={form[name]}
              error={issues[name]}
              disabled={pending}
              onChange={(event) => onChange({ [name]: event.currentTarget.value })}
            />
          ))}
          <Select
            label="Hold a request for"
            data={HOLD_CHOICES.map(({ value, label }) => ({ value: String(value), label }))}
            value={String(form.holdHours)}
            allowDeselect={false}
            disabled={pending || reasons.request !== null}
            onChange={(value) =>
              onChange({ holdHours: HOLD_CHOICES.find((choice) => String(choice.value) === value)?.value ?? -1 })
            }
          />
          <PasswordInput
            label="Card reference (optional)"
            placeholder="Sent once and never stored"
            autoComplete="off"
            maxLength={500}
            value={cardToken}
            disabled={pending}
            onChange={(event) => setCardToken(event.currentTarget.value)}
          />
        </div>
        {error ? <ErrorNotice error={error} retryAt={retryAt} /> : null}
        <div className={styles.footer}>
          {STEPS.map((step) => (
            <Button
              key={step}
              type={step === mainStep ? 'submit' : 'button'}
              variant={step === mainStep ? 'filled' : 'default'}
              loading={step === 'request' ? request.isPending : book.isPending}
              disabled={reasons[step] !== null || pending}
              aria-describedby={reasons[step] === null ? undefined : `${reasonId}-${step}`}
              onClick={step === mainStep ? undefined : () => requestConfirmation(step)}
            >
              {STEP_NAMES[step]}
            </Button>
          ))}
        </div>
        {STEPS.map((step) =>
          reasons[step] === null ? null : (
            <p key={step} id={`${reasonId}-${step}`} className={styles.hint}>
              {STEP_NAMES[step]}: {reasons[step]}
            </p>
          ),
        )}
      </form>
      <ConfirmBooking
        step={confirming}
        quote={quote}
        plan={plan}
        form={form}
        application={application}
        hasCardToken={cardToken.trim() !== ''}
        onConfirm={send}
        onClose={() => setConfirming(null)}
      />
    </section>
  );
}
