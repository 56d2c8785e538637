/** Books a quote: the guest, how long a request is held, and the booking steps that the application allows. */
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, memo, useEffect, useId, useRef, useState } from 'react';
import type { Credential } from '../../../shared/model/connection.ts';
import type { Guest, Quote, RatePlan } from '../../../shared/model/quote.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { GuestInput } from '../../actions/guest-input.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { focusFirstIssue } from '../../ui/focus-first-issue.ts';
import { Select } from '../../ui/select.tsx';
import { ActivationChecklist, ActivationReason } from './activation-checklist.tsx';
import {
  type BookingForm,
  type BookingStep,
  checkGuest,
  disallowedReason,
  type GuestIssues,
  guestOf,
  HOLD_CHOICES,
  holdHoursOf,
  STEP_NAMES,
} from './booking-form.ts';
import { ConfirmBooking } from './confirm-booking.tsx';
import styles from './quotes.module.css';

const STEPS: readonly BookingStep[] = ['request', 'instant'];

/** Moves the focus to the first field of the booking form, which is far below the price. */
export function focusBooking(): void {
  const field = document.querySelector<HTMLElement>('[aria-labelledby="booking"] form input');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

export const BookingSection = memo(function BookingSection({
  quote,
  plan,
  application,
  form,
  isPrepared,
  onChange,
  onSettled,
}: {
  quote: Quote;
  plan: RatePlan;
  application: Credential | undefined;
  form: BookingForm;
  /** True when a program has chosen the rate plan and the time to hold. */
  isPrepared: boolean;
  onChange: (changes: Partial<BookingForm>) => void;
  /** Called after a booking step, whether it succeeded or failed. */
  onSettled: () => void;
}) {
  const audience = useAudience();
  const formElement = useRef<HTMLFormElement>(null);
  const [checked, setChecked] = useState(false);
  /** The booking step that the dialog confirms. It stays while the dialog closes, because the dialog still shows it. */
  const [step, setStep] = useState<BookingStep>('request');
  /** The choice that the open dialog confirms; null while it is closed. */
  const [confirming, setConfirming] = useState<string | null>(null);
  const [cardToken, setCardToken] = useState('');
  const request = useAct('quotes', 'request', { quiet: true });
  const book = useAct('quotes', 'book', { quiet: true });
  const pending = request.isPending || book.isPending;
  const allIssues = checkGuest(form);
  const issues = checked ? allIssues : {};
  const { id: ratePlanId } = plan;
  const choice = JSON.stringify([ratePlanId, form.holdHours]);
  // A program may change the choice under the open dialog: the person confirms only what it showed when it opened.
  if (confirming !== null && confirming !== choice) setConfirming(null);
  const noPlan = ratePlanId === null ? 'This rate plan has no ID.' : null;
  const reasons = {
    request: noPlan ?? disallowedReason('request', application, audience),
    instant: noPlan ?? disallowedReason('instant', application, audience),
  };
  const mainStep: BookingStep | null =
    reasons.request === null ? 'request' : reasons.instant === null ? 'instant' : null;

  const requestConfirmation = (wanted: BookingStep | null) => {
    setChecked(true);
    if (Object.keys(allIssues).length > 0) {
      if (formElement.current) focusFirstIssue(formElement.current);
    } else if (wanted !== null && !pending) {
      setStep(wanted);
      setConfirming(choice);
    }
  };
  const send = () => {
    // The second click of a double click can come while the dialog closes.
    if (confirming !== choice || ratePlanId === null) return;
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
    if (step === 'request') request.mutate({ ...input, holdHours: form.holdHours }, { onSettled });
    else book.mutate(input, { onSettled });
  };
  const error = request.error ?? book.error;
  const retryAt = useTokenRetryAt(quote.connectionId, quote.applicationId, error);
  return (
    <section className={styles.section} aria-labelledby="booking">
      <h3 id="booking" className={styles.sectionTitle}>
        Guest and booking
      </h3>
      {isPrepared ? (
        <p className={styles.hint} role="status">
          A program has chosen the rate plan and how long to hold. Nothing was sent: check both, then send it yourself.
        </p>
      ) : null}
      {application ? <ActivationChecklist connectionId={quote.connectionId} application={application} /> : null}
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
          <GuestFields quote={quote} guest={form} issues={issues} disabled={pending} onChange={onChange} />
          <Select
            label="Hold a request to book for"
            data={HOLD_CHOICES.map(({ value, label }) => ({ value: String(value), label }))}
            value={String(form.holdHours)}
            allowDeselect={false}
            disabled={pending || reasons.request !== null}
            onChange={(value) => onChange({ holdHours: holdHoursOf(value) })}
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
        {error ? <ActivationReason error={error} /> : null}
        <StepButtons
          mainStep={mainStep}
          reasons={reasons}
          pending={request.isPending ? 'request' : book.isPending ? 'instant' : null}
          onStep={requestConfirmation}
        />
      </form>
      <ConfirmBooking
        opened={confirming === choice}
        step={step}
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
});

interface StepButtonsProps {
  /** The step that Enter starts; null when no step is possible. */
  mainStep: BookingStep | null;
  reasons: Readonly<Record<BookingStep, string | null>>;
  /** The step that is being sent; null when none is. */
  pending: BookingStep | null;
  onStep: (step: BookingStep) => void;
}

/** The buttons of the booking steps, and why a step is not possible. */
function StepButtons({ mainStep, reasons, pending, onStep }: StepButtonsProps) {
  const reasonId = useId();
  return (
    <>
      <div className={styles.footer}>
        {STEPS.map((name) => (
          <Button
            key={name}
            type={name === mainStep ? 'submit' : 'button'}
            variant={name === mainStep ? 'filled' : 'default'}
            loading={name === pending}
            disabled={reasons[name] !== null || pending !== null}
            aria-describedby={reasons[name] === null ? undefined : `${reasonId}-${name}`}
            onClick={name === mainStep ? undefined : () => onStep(name)}
          >
            {STEP_NAMES[name]}
          </Button>
        ))}
      </div>
      {STEPS.map((name) =>
        reasons[name] === null ? null : (
          <p key={name} id={`${reasonId}-${name}`} className={styles.hint}>
            {STEP_NAMES[name]}: {reasons[name]}
          </p>
        ),
      )}
    </>
  );
}

const FIELDS: readonly { name: keyof Guest; label: string; type: string }[] = [
  { name: 'firstName', label: 'First name', type: 'text' },
  { name: 'lastName', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
];

interface GuestFieldsProps {
  quote: Pick<Quote, 'connectionId' | 'id'>;
  guest: Guest;
  issues: GuestIssues;
  disabled: boolean;
  onChange: (changes: Partial<Guest>) => void;
}

/** The fields for the guest in the booking form. The quote's guest record fills them in when they are empty. */
function GuestFields({ quote: { connectionId, id: quoteId }, guest, issues, disabled, onChange }: GuestFieldsProps) {
  const linked = useAsk('guests', 'ofQuote', { connectionId, quoteId }).data ?? null;
  const isEmpty = FIELDS.every(({ name }) => guest[name] === '');
  // They are filled in once, so that a person can empty them.
  const filledId = useRef<string | null>(null);
  useEffect(() => {
    if (linked === null || linked.id === filledId.current) return;
    filledId.current = linked.id;
    if (isEmpty) onChange(fieldsOf(linked));
  }, [linked, isEmpty, onChange]);
  return FIELDS.map(({ name, label, type }) => (
    <GuestInput
      key={name}
      label={label}
      withAsterisk
      type={type}
      value={guest[name]}
      error={issues[name]}
      disabled={disabled}
      onChange={(text) => onChange({ [name]: text })}
      onPick={(chosen) => onChange(fieldsOf(chosen))}
    />
  ));
}

const fieldsOf = ({ firstName, lastName, email, phone }: Guest): Guest => ({ firstName, lastName, email, phone });
