/** Changes the dates, guests or coupons of a quote: a new quote replaces it. */

import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Quote } from '../../../shared/model/quote.ts';
import { isHeldByEarlier } from '../../../shared/quote/quote-state.ts';
import { useToday } from '../../actions/clock-time.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { BatchPrice } from '../../actions/quote-batch/batch-price.tsx';
import { useAct } from '../../ipc/client.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { formatPlainRange } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconReplace } from '../../ui/icons.ts';
import { StayField } from '../../ui/stay-field/stay-field.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { Notice } from './notice.tsx';
import { focusPriceChanges } from './price-changes.tsx';
import { formFromQuote, type QuoteForm, stayOf } from './quote-form.ts';
import styles from './quotes.module.css';
import { CouponField, PartyFields, useCheckedForm } from './stay-inputs.tsx';
import { WhyNot } from './why-not.tsx';

interface ChangeProps {
  quote: Quote;
  canChange: boolean;
  /** Called with the id of the new quote, which replaces this one. */
  onReplaced: (quoteId: string) => void;
}

export function ChangeQuote(props: ChangeProps) {
  const { quote, canChange } = props;
  const [form, setForm] = useState<QuoteForm | null>(null);
  const discard = useAct('quotes', 'discardChange');
  const { pendingChange } = quote;
  if (form)
    return (
      <ChangeForm
        {...props}
        form={form}
        onChange={(changes) => setForm({ ...form, ...changes })}
        onClose={() => setForm(null)}
      />
    );
  if (!canChange) return null;
  return (
    <>
      {pendingChange ? (
        <Notice tone="warn" title="A change to this quote was not completed">
          <p className={styles.text}>
            {formatPlainRange(pendingChange.checkIn, pendingChange.checkOut)} was requested, but no new quote arrived. A
            quote reserves nothing, so you can ask again.
          </p>
          <div className={styles.footer}>
            <Button variant="filled" size="compact-sm" onClick={() => setForm(formFromQuote(quote))}>
              Ask again
            </Button>
            <Button
              size="compact-sm"
              loading={discard.isPending}
              onClick={() => discard.mutate({ connectionId: quote.connectionId, quoteId: quote.id })}
            >
              Forget the change
            </Button>
          </div>
        </Notice>
      ) : (
        <div>
          <IconButton Icon={IconReplace} size="compact-sm" onClick={() => setForm(formFromQuote(quote))}>
            Change dates, guests or coupons
          </IconButton>
        </div>
      )}
    </>
  );
}

function ChangeForm({
  quote,
  canChange,
  form,
  onChange,
  onClose,
  onReplaced,
}: ChangeProps & { form: QuoteForm; onChange: (changes: Partial<QuoteForm>) => void; onClose: () => void }) {
  const today = useToday();
  const { issues, asked, check, type } = useCheckedForm(form, onChange);
  const one = useOneAtATime();
  const submitButton = useRef<HTMLButtonElement>(null);
  const change = useAct('quotes', 'change', { quiet: true });
  const retryAt = useTokenRetryAt(quote.connectionId, quote.applicationId, change.error);
  // The result of a change in flight is shown even when the quote was booked in the meantime.
  if (!canChange && !change.isPending && change.error === null) return null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || !one.begin()) return;
    change.mutate(
      { connectionId: quote.connectionId, quoteId: quote.id, ...stayOf(form) },
      {
        onSuccess: (newer) => {
          // The page of a replacement that cannot be booked says so above the prices.
          if (!isHeldByEarlier(newer)) focusPriceChanges(newer.id);
          onReplaced(newer.id);
        },
        onSettled: one.end,
      },
    );
  };
  return (
    <form className={styles.section} onSubmit={submit} noValidate aria-label="Change this quote">
      <StayField stay={form} today={today} required takesFocus error={issues.stay} onChange={type} />
      <PartyFields form={form} issues={issues} onChange={onChange} />
      <CouponField form={form} issues={issues} onChange={onChange} />
      {change.error ? <ErrorNotice error={change.error} retryAt={retryAt} /> : null}
      {asked ? (
        <WhyNot
          connectionId={quote.connectionId}
          applicationId={quote.applicationId}
          listingId={quote.listingId}
          stay={asked}
          error={change.error}
          onUse={(stay) => {
            change.reset();
            type({ ...stay, issue: null });
            // The pressed button disappears together with the reason, so the focus moves on.
            submitButton.current?.focus();
          }}
        />
      ) : null}
      <div className={styles.footer}>
        <Button variant="filled" ref={submitButton} type="submit" loading={change.isPending} disabled={!canChange}>
          Get the new price
        </Button>
        <Button onClick={onClose}>Keep it unchanged</Button>
        <span className={styles.hint}>
          <BatchPrice quotes={1} />
        </span>
        <span className={styles.hint}>A new quote replaces this one; this one stays on the list.</span>
      </div>
    </form>
  );
}
