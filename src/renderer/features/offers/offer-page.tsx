/** The page of a new offer: its guest, quotes, language and texts, beside a preview of the guest's page. */
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MAX_CHARACTERS } from '../../../shared/input/max-input.ts';
import type { OfferInput } from '../../../shared/model/offer.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { GuestInput } from '../../actions/guest-input.tsx';
import { KeptNote, usePersonalKept } from '../../actions/kept-note.tsx';
import { wishesOf } from '../../actions/offer-wishes.ts';
import { useAsk } from '../../ipc/client.ts';
import { useConnection } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconReceipt2 } from '../../ui/icons.ts';
import { OfferSheet } from '../../ui/offer-sheet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Select } from '../../ui/select.tsx';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { AmenityChoice } from './amenity-choice.tsx';
import { AsWrittenNote } from './as-written.tsx';
import { Drafts } from './drafts.tsx';
import { LANGUAGES, quoteIdsIn, wishesFirst } from './offer-form.ts';
import { OfferQuotes } from './offer-quotes.tsx';
import styles from './offers.module.css';
import { OwnText } from './own-text.tsx';
import { SendOffer } from './send-offer.tsx';
import { useOfferForm } from './use-offer-form.ts';

export function OfferPage() {
  const { id: connectionId } = useConnection();
  const { quotes, kind = 'offer' } = useSearch({ from: '/offers/new' });
  const quoteIds = quoteIdsIn(quotes);
  const isOffer = kind === 'offer';
  return (
    <>
      <PageHeader
        title={isOffer ? 'New offer' : 'For the guest of this booking'}
        description={`One page for your guest, as PDF or mail. Nothing is ${isOffer ? 'booked or ' : ''}sent by it.`}
        actions={<PageLink to="/quotes">All quotes</PageLink>}
      />
      {quoteIds.length === 0 ? (
        <>
          <EmptyState icon={<IconReceipt2 size={30} aria-hidden />} title="No quote is chosen">
            <PageLink to="/quotes">Choose a quote first.</PageLink>
          </EmptyState>
          <Drafts connectionId={connectionId} />
        </>
      ) : (
        <Offer key={`${connectionId} ${kind}`} connectionId={connectionId} kind={kind} quoteIds={quoteIds} />
      )}
    </>
  );
}

function Offer({ connectionId, kind, quoteIds }: Pick<OfferInput, 'connectionId' | 'kind' | 'quoteIds'>) {
  const navigate = useNavigate();
  const { form, change, suggest, pick, keep, notKept, discard } = useOfferForm({ connectionId, kind, quoteIds });
  const isOffer = kind === 'offer';
  const first = useAsk('quotes', 'list', { connectionId }).data?.quotes.find(({ id }) => id === quoteIds[0]);
  const input: OfferInput = { connectionId, kind, quoteIds, ...form };
  const [typed] = useDebouncedValue(input, TYPING_PAUSE_MS);
  const { language, amenities } = form;
  // The preview follows quotes and choices at once, and typed values after a pause.
  const shown = { ...typed, quoteIds: input.quoteIds, language, amenities };
  const preview = useAsk('offers', 'preview', shown, { keepsPrevious: true });
  const { document: offer = null, problems = [], asWritten = [], amenities: known = [] } = preview.data ?? {};
  const wanted = first && amenities === null ? wishesFirst(wishesOf(first), known) : null;
  useEffect(() => {
    if (wanted) suggest(wanted);
  });
  return (
    <div className={styles.page}>
      <section className={styles.choices} aria-label={isOffer ? 'Choices of the offer' : 'Choices of the confirmation'}>
        <GuestInput
          label="Guest"
          placeholder="Name, as in “Dear …”"
          maxLength={MAX_CHARACTERS.name}
          value={form.guestName}
          onChange={(guestName) => change({ guestName })}
          onPick={pick}
        />
        <GuestInput
          label="Mail address"
          type="email"
          maxLength={MAX_CHARACTERS.mailAddress}
          value={form.guestEmail}
          onChange={(guestEmail) => change({ guestEmail })}
          onPick={pick}
        />
        <OfferQuotes
          connectionId={connectionId}
          ids={quoteIds}
          canChange={isOffer}
          language={language}
          problems={problems}
          onChange={(ids) => void navigate({ to: '/offers/new', search: { quotes: ids.join(',') }, replace: true })}
        />
        <Select
          label={isOffer ? 'Language of the offer' : 'Language'}
          data={[...LANGUAGES]}
          value={language}
          allowDeselect={false}
          onChange={(value) => change({ language: LANGUAGES.find((one) => one.value === value)?.value ?? 'en' })}
        />
        <OwnText
          kind="opening"
          label="Opening line"
          placeholder="Ours, in this language"
          language={language}
          value={form.opening}
          onChange={(opening) => change({ opening })}
        />
        <AmenityChoice known={known} chosen={amenities} onChange={(chosen) => change({ amenities: chosen })} />
        {isOffer ? null : (
          <OwnText
            kind="next"
            label="What comes next"
            placeholder="Ours, in this language"
            language={language}
            value={form.next}
            onChange={(next) => change({ next })}
          />
        )}
        <OwnText
          kind="closing"
          label="Closing line"
          placeholder="As in Settings"
          language={language}
          value={form.closing}
          onChange={(closing) => change({ closing })}
        />
        <p className={styles.hint}>
          Your name, logo and closing line are in{' '}
          <PageLink to="/settings" search={{ section: 'offers' }} fz="inherit" underline="always">
            Settings
          </PageLink>
          .
        </p>
        <KeptNote kept={usePersonalKept()} />
        {notKept ? <ErrorNotice error={notKept} compact /> : null}
        <AsWrittenNote written={asWritten} />
        <SendOffer
          input={input}
          isReady={offer !== null && problems.length === 0}
          problems={problems}
          titleOf={(id) => offer?.places.find(({ quoteId }) => quoteId === id)?.title ?? id}
          error={preview.error}
          onSend={keep}
          onDiscard={discard && (() => discard(() => void navigate({ to: '/quotes' })))}
          onFailed={() => void preview.refetch()}
        />
      </section>
      <section
        className={styles.sheet}
        aria-label={isOffer ? 'The offer as the guest gets it' : 'The confirmation as the guest gets it'}
      >
        {offer ? <OfferSheet offer={offer} written={asWritten} /> : null}
      </section>
    </div>
  );
}
