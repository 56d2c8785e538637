/** The page of a new offer: its quotes, guest and language, beside a preview of the guest's page. */
import { Alert, Button, Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/app-error.ts';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { OfferInput, OfferProblem } from '../../../shared/model/offer.ts';
import { describeError } from '../../../shared/text/error-text.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { GuestInput } from '../../actions/guest-input.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { call, useAct, useAsk } from '../../ipc/client.ts';
import { useClockFace, useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconFileTypePdf, IconMail, IconMailForward, IconReceipt2 } from '../../ui/icons.ts';
import { OfferSheet } from '../../ui/offer-sheet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { useNow } from '../../ui/use-now.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { readRemembered, remember, useRememberedState } from '../../ui/use-remembered-state.ts';
import { LANGUAGES, type OfferForm, PROBLEMS, quoteIdsIn } from './offer-form.ts';
import { OfferQuotes } from './offer-quotes.tsx';
import styles from './offers.module.css';

export function OfferPage() {
  const { id: connectionId } = useConnection();
  const quoteIds = quoteIdsIn(useSearch({ from: '/offers/new' }).quotes);
  return (
    <>
      <PageHeader
        title="New offer"
        description="One page for your guest, as PDF or mail. Nothing is booked or sent by it."
        actions={<PageLink to="/quotes">All quotes</PageLink>}
      />
      {quoteIds.length === 0 ? (
        <EmptyState icon={<IconReceipt2 size={30} aria-hidden />} title="No quote is chosen">
          <PageLink to="/quotes">Choose a quote first.</PageLink>
        </EmptyState>
      ) : (
        <Offer key={connectionId} connectionId={connectionId} quoteIds={quoteIds} />
      )}
    </>
  );
}

function Offer({ connectionId, quoteIds }: { connectionId: string; quoteIds: readonly string[] }) {
  const navigate = useNavigate();
  const [language, setLanguage] = useRememberedState<OfferForm['language']>('offers.language', () => 'en');
  const key = `offers.form.${connectionId}.${quoteIds.toSorted().join(',')}`;
  const [form, setForm] = useState<Typed>(() => readRemembered(key, { guestName: '', guestEmail: '', closing: '' }));
  // Typed values stay on the page when its quotes change.
  useEffect(() => remember(key, form), [key, form]);
  const change = (changes: Partial<typeof form>) => setForm((known) => ({ ...known, ...changes }));
  const linked = useAsk('guests', 'ofQuote', { connectionId, quoteId: quoteIds[0] ?? '' }).data;
  useEffect(() => {
    if (linked)
      setForm((known) => (known.guestName === '' && known.guestEmail === '' ? withGuest(known, linked) : known));
  }, [linked]);

  const input: OfferInput = { connectionId, quoteIds: [...quoteIds], language, ...form };
  const [typed] = useDebouncedValue(input, TYPING_PAUSE_MS);
  // The preview follows quotes and language at once, and typed values after a pause.
  const shown = { ...typed, quoteIds: input.quoteIds, language };
  const preview = useAsk('offers', 'preview', shown, { keepsPrevious: true });
  const { document: offer = null, problems = [] } = preview.data ?? {};
  return (
    <div className={styles.page}>
      <section className={styles.choices} aria-label="Choices of the offer">
        <GuestInput
          label="Guest"
          placeholder="Name, as in “Dear …”"
          maxLength={MAX_CHARACTERS.name}
          value={form.guestName}
          onChange={(guestName) => change({ guestName })}
          onPick={(guest) => setForm((known) => withGuest(known, guest))}
        />
        <GuestInput
          label="Mail address"
          type="email"
          maxLength={MAX_CHARACTERS.mailAddress}
          value={form.guestEmail}
          onChange={(guestEmail) => change({ guestEmail })}
          onPick={(guest) => setForm((known) => withGuest(known, guest))}
        />
        <OfferQuotes
          connectionId={connectionId}
          ids={quoteIds}
          problems={problems}
          onChange={(ids) => void navigate({ to: '/offers/new', search: { quotes: ids.join(',') }, replace: true })}
        />
        <Select
          label="Language of the offer"
          data={[...LANGUAGES]}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage(() => LANGUAGES.find((one) => one.value === value)?.value ?? 'en')}
        />
        <Textarea
          label="Closing line"
          placeholder="As in Settings"
          rows={3}
          maxLength={MAX_CHARACTERS.line}
          value={form.closing}
          onChange={(event) => change({ closing: event.currentTarget.value })}
        />
        <p className={styles.hint}>
          Your name, logo and closing line are in{' '}
          <PageLink to="/settings" search={{ section: 'offers' }} fz="inherit" underline="always">
            Settings
          </PageLink>
          .
        </p>
        <SendOffer
          input={input}
          isReady={offer !== null && problems.length === 0}
          problems={problems}
          error={preview.error}
          onFailed={() => void preview.refetch()}
        />
      </section>
      <section className={styles.sheet} aria-label="The offer as the guest gets it">
        {offer ? <OfferSheet offer={offer} /> : null}
      </section>
    </div>
  );
}

interface SendOfferProps {
  input: OfferInput;
  isReady: boolean;
  problems: readonly OfferProblem[];
  error: AppError | null;
  /** Called when the offer could not leave the console. */
  onFailed: () => void;
}

/** The ways in which an offer leaves the console, and the result. */
function SendOffer({ input, isReady, problems, error: previewError, onFailed }: SendOfferProps) {
  const copy = useAct('offers', 'copyMail', { quiet: true });
  const pdf = useAct('offers', 'savePdf', { quiet: true });
  const mail = useAct('offers', 'saveMail', { quiet: true });
  const one = useOneAtATime();
  const send = (way: typeof copy | typeof pdf | typeof mail) => {
    if (!one.begin()) return;
    for (const other of [copy, pdf, mail]) other.reset();
    // A quote may have expired since the preview.
    way.mutate(input, { onError: onFailed, onSettled: one.end });
  };
  const left = copy.data ?? pdf.data ?? mail.data;
  const sentKey = [copy, pdf, mail].map(({ submittedAt }) => submittedAt).join(' ');
  const error = previewError ?? copy.error ?? pdf.error ?? mail.error;
  return (
    <div className={styles.foot}>
      <div className={styles.send}>
        <IconButton
          Icon={IconMail}
          variant="filled"
          disabled={!isReady}
          loading={copy.isPending}
          onClick={() => send(copy)}
        >
          Copy for a mail
        </IconButton>
        <IconButton Icon={IconFileTypePdf} disabled={!isReady} loading={pdf.isPending} onClick={() => send(pdf)}>
          Save as PDF
        </IconButton>
        <IconButton Icon={IconMailForward} disabled={!isReady} loading={mail.isPending} onClick={() => send(mail)}>
          Save as mail draft
        </IconButton>
      </div>
      <div className={styles.told}>
        <p className={styles.hint} role="status">
          {copy.isSuccess ? 'Copied with its pictures. Paste it into a mail to your guest.' : ''}
        </p>
        <WrittenFile file={left?.file ? { what: 'Offer', path: left.file.path } : null} />
        {left?.notKept ? (
          <Alert className="lk-alert-warn" p="sm" role="status">
            No copy of this offer is kept. {describeError(left.notKept).sentence}
          </Alert>
        ) : null}
        {left ? <MarkAsSent key={sentKey} connectionId={input.connectionId} quoteIds={input.quoteIds} /> : null}
        {error ? <ErrorNotice error={error} compact /> : null}
      </div>
      {problems.length > 0 ? (
        <Alert className="lk-alert-warn" p="sm" role="status">
          {problems.map(({ quoteId, title, reason }) => (
            <div key={quoteId}>
              <strong>{title}</strong>: {PROBLEMS[reason]} Remove it from the offer to continue.
            </div>
          ))}
        </Alert>
      ) : null}
    </div>
  );
}

/** A button with which a person marks the quotes as sent, after their offer has left the console. */
function MarkAsSent({ connectionId, quoteIds }: { connectionId: string; quoteIds: readonly string[] }) {
  const today = localDayOf(useNow(useClockFace(connectionId)));
  const mark = useMutation({
    mutationFn: async () => {
      for (const quoteId of quoteIds)
        await call('quotes', 'annotate', { connectionId, quoteId, changes: { sentOn: today } });
    },
    meta: { quiet: true },
  });
  if (mark.isSuccess)
    return (
      <p className={styles.hint} role="status">
        Marked as sent today. The quote’s page has the day.
      </p>
    );
  return (
    <>
      <Button size="compact-sm" loading={mark.isPending} onClick={() => mark.mutate()}>
        Mark as sent to the guest
      </Button>
      {mark.error ? <ErrorNotice error={mark.error} compact /> : null}
    </>
  );
}

type Typed = Omit<OfferForm, 'language'>;
const withGuest = (form: Typed, guest: { firstName: string; lastName: string; email: string }): Typed => ({
  ...form,
  guestName: [guest.firstName, guest.lastName].filter(Boolean).join(' '),
  guestEmail: guest.email,
});
