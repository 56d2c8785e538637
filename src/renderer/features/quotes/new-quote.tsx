/** The form for a new quote, empty or with the values of a listing, a search result or an earlier quote. */

import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { activeApplicationOf } from '../../../shared/connection/account.ts';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import { BOOKING_OPTION_NAMES } from '../../../shared/text/api-names.ts';
import { useToday } from '../../actions/clock-time.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { NotBookable, useNotBookable } from '../../actions/not-bookable.tsx';
import { BatchPrice } from '../../actions/quote-batch/batch-price.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { useTokenRetryAt } from '../../ipc/use-token-retry-at.ts';
import { LISTING_WORD } from '../../text/listing-word.ts';
import { WORDS } from '../../text/words.ts';
import { ApplicationSelect } from '../../ui/application-select.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconBuildingCommunity, IconReceipt2 } from '../../ui/icons.ts';
import { PictureFrame } from '../../ui/picture-frame.tsx';
import { StayField } from '../../ui/stay-field/stay-field.tsx';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { type QuoteForm, quoteInputOf } from './quote-form.ts';
import styles from './quotes.module.css';
import { CouponField, PartyFields, useCheckedForm } from './stay-inputs.tsx';
import { WhyNot } from './why-not.tsx';

interface NewQuoteProps {
  connection: Connection;
  form: QuoteForm;
  onChange: (changes: Partial<QuoteForm>) => void;
  onCreated: (quoteId: string) => void;
}

export function NewQuote({ connection, form, onChange, onCreated }: NewQuoteProps) {
  const audience = useAudience();
  const today = useToday();
  const { issues, asked, check, type } = useCheckedForm(form, onChange);
  const create = useAct('quotes', 'create', { quiet: true });
  const one = useOneAtATime();
  const { applications } = connection;
  const application = applications.find(({ id }) => id === form.applicationId) ?? activeApplicationOf(connection);
  const notBookable = useNotBookable(application?.id);
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
      {note && application ? <NotBookable note={note} application={application} /> : null}
      <div className={styles.pair}>
        <StayField stay={form} today={today} required error={issues.stay} onChange={type} />
        <ApplicationSelect
          label={WORDS[audience].application}
          description={application?.bookingOption ? BOOKING_OPTION_NAMES[application.bookingOption] : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          applications={applications}
          value={application?.id ?? null}
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
          error={create.error}
          onUse={(stay) => {
            create.reset();
            type({ ...stay, issue: null });
          }}
        />
      ) : null}
      <div className={styles.footer}>
        <IconButton Icon={IconReceipt2} variant="filled" type="submit" loading={create.isPending}>
          Get quote
        </IconButton>
        <span className={styles.hint}>
          <BatchPrice quotes={1} />
        </span>
        <span className={styles.hint}>A quote reserves nothing and is valid for about a day.</span>
      </div>
    </form>
  );
}

const MAX_FOUND = 8;
/** A blank in place of the listing's name. Without it, a button below would move while it is pressed, and lose the click. */
const NO_NAME_YET = '\u00a0';

interface ListingFieldProps {
  connectionId: string;
  value: string;
  error: string | undefined;
  /** The listings that are not bookable through the chosen application, by id. */
  notBookable: ReadonlyMap<string, unknown>;
  onChange: (listingId: string) => void;
}

/** A field for the listing of a quote: a person types its id, or any text that finds a loaded listing. */
function ListingField({ connectionId, value, error, notBookable, onChange }: ListingFieldProps) {
  const id = value.trim();
  const [search] = useDebouncedValue(id, TYPING_PAUSE_MS);
  const typed = { connectionId, search, sort: [], columns: [], offset: 0, limit: MAX_FOUND };
  const found = useAsk('listings', 'rows', typed, { keepsPrevious: true });
  const rows = found.data?.rows ?? [];
  const known = useAsk('listings', 'detail', { connectionId, listingId: search }, { enabled: search !== '' });
  const chosen = known.data?.id === id ? known.data : undefined;
  /** The typed text; null while the field shows the name of the chosen property. */
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <div className={styles.listing}>
      <Autocomplete
        className={styles.listingInput ?? ''}
        label={LISTING_WORD[useAudience()]}
        withAsterisk
        placeholder="Type a name to find it, or an ID"
        description={chosen ? [chosen.subtitle ?? [], chosen.id].flat().join(' · ') : NO_NAME_YET}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        leftSection={<IconBuildingCommunity size={16} aria-hidden />}
        data={rows.map((row) => row.id)}
        filter={({ options }) => options}
        renderOption={({ option }) => {
          const row = rows.find((candidate) => candidate.id === option.value);
          return (
            <span className={styles.option}>
              <PictureFrame src={row?.picture?.src ?? null} alt="" width={40} />
              <span className={styles.entryText}>
                <span className={styles.entryTitle}>{row?.title ?? option.value}</span>
                <span className="lk-mono">{option.value}</span>
                {notBookable.has(option.value) ? (
                  <span className={styles.optionNote}>could not be booked before</span>
                ) : null}
              </span>
            </span>
          );
        }}
        value={draft ?? chosen?.title ?? value}
        maxLength={MAX_CHARACTERS.name}
        spellCheck={false}
        error={error}
        onOptionSubmit={() => setDraft(null)}
        onChange={(text) => {
          // Mantine passes the id of a chosen option, too.
          setDraft(rows.some((row) => row.id === text) ? null : text);
          onChange(text);
        }}
        onBlur={() => setDraft(null)}
      />
      <PictureFrame src={chosen?.pictures[0]?.src ?? null} alt="" width={80} />
    </div>
  );
}
