/** The form for a new quote, empty or with the values of a listing, a search result or an earlier quote. */
import { Button, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { activeApplicationOf } from '../../../shared/connection/account.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { ClockFace, PlainDate } from '../../../shared/model/primitives.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { NotBookable, useNotBookable } from '../../actions/not-bookable.tsx';
import { BatchPrice } from '../../actions/quote-batch/batch-price.tsx';
import { act, quietly } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { WORDS } from '../../text/words.ts';
import { IconReceipt2 } from '../../ui/icons.ts';
import { StayField } from '../../ui/stay-field/stay-field.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { ListingField } from './listing-field.tsx';
import { type QuoteForm, quoteInputOf } from './quote-form.ts';
import styles from './quotes.module.css';
import { CouponField, PartyFields } from './stay-inputs.tsx';
import { useCheckedForm } from './use-checked-form.ts';
import { WhyNot } from './why-not.tsx';

export function NewQuote({
  connection,
  form,
  today,
  face,
  onChange,
  onCreated,
}: {
  connection: Connection;
  form: QuoteForm;
  today: PlainDate;
  face: ClockFace | undefined;
  onChange: (changes: Partial<QuoteForm>) => void;
  onCreated: (quoteId: string) => void;
}) {
  const audience = useAudience();
  const { issues, asked, check, type } = useCheckedForm(form, onChange);
  const create = useMutation(quietly(act('quotes', 'create')));
  const one = useOneAtATime();
  const { applications } = connection;
  const application = applications.find(({ id }) => id === form.applicationId) ?? activeApplicationOf(connection);
  const notBookable = useNotBookable(connection.id, application?.id);
  const note = notBookable.get(form.listingId.trim());
  const retryAt = useTokenRetryAt(connection.id, application?.id ?? '', create.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!check(event) || !application || !one.begin()) return;
    const input = quoteInputOf(connection.id, application.id, form);
    create.mutate(input, { onSuccess: (quote) => onCreated(quote.id), onSettled: one.end });
  };
  return (
    <form className={styles.panel} onSubmit={submit} noValidate aria-labelledby="new-quote">
      <h2 id="new-quote" className={styles.panelTitle}>
        New quote
      </h2>
      <ListingField
        connectionId={connection.id}
        value={form.listingId}
        error={issues.listingId}
        notBookable={notBookable}
        onChange={(listingId) => onChange({ listingId })}
      />
      {note && application ? (
        <NotBookable connectionId={connection.id} note={note} application={application} face={face} />
      ) : null}
      <div className={styles.pair}>
        <StayField stay={form} today={today} required error={issues.stay} onChange={type} />
        <Select
          label={WORDS[audience].application}
          description={application?.bookingOption ? BOOKING_OPTION_NAMES[application.bookingOption] : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={applications.map(({ id, label }) => ({ value: id, label }))}
          value={application?.id ?? null}
          allowDeselect={false}
          onChange={(applicationId) => onChange({ applicationId })}
        />
      </div>
      <PartyFields form={form} issues={issues} onChange={onChange} />
      <CouponField form={form} issues={issues} onChange={onChange} />
      {create.error ? <ErrorNotice error={create.error} retryAt={retryAt} /> : null}
      {asked && application && form.listingId.trim() !== '' ? (
        <WhyNot
          connectionId={connection.id}
          applicationId={application.id}
          listingId={form.listingId.trim()}
          stay={asked}
          today={today}
          face={face}
          error={create.error}
          onUse={(stay) => {
            create.reset();
            type({ ...stay, issue: null });
          }}
        />
      ) : null}
      <div className={styles.footer}>
        <Button type="submit" loading={create.isPending} leftSection={<IconReceipt2 size={16} aria-hidden />}>
          Get quote
        </Button>
        <span className={styles.hint}>
          <BatchPrice connectionId={connection.id} quotes={1} />
        </span>
        <span className={styles.hint}>A quote reserves nothing and is valid for about a day.</span>
      </div>
    </form>
  );
}
