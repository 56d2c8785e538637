/** The typed values of an offer. They are kept as a draft, which outlives a restart, until the offer leaves the app. */

import { useDebouncedValue } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/app-error.ts';
import type { OfferInput } from '../../../shared/model/offer.ts';
import type { Guest } from '../../../shared/model/quote.ts';
import { call, useAct, useAsk } from '../../ipc/client.ts';
import { fullNameOf } from '../../text/guest-name.ts';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { forget, readRemembered, remember } from '../../ui/use-remembered-state.ts';
import type { OfferForm } from './offer-form.ts';

/** The name under which the window remembers the language of the last offer, in which the next one begins. */
const LANGUAGE = 'offers.language';

const emptyForm = (): OfferForm => ({
  ...{ guestName: '', guestEmail: '', opening: '', closing: '', next: '', amenities: null },
  language: readRemembered<OfferForm['language']>(LANGUAGE, 'en'),
});

type Ref = Pick<OfferInput, 'connectionId' | 'kind' | 'quoteIds'>;

/** The name under which the window remembers the typed values. */
const keyOfForm = ({ connectionId, kind, quoteIds }: Ref): string =>
  `offers.form.${kind}.${connectionId}.${quoteIds.toSorted().join(',')}`;

export const forgetForm = (of: Ref): void => forget(keyOfForm(of));

export function useOfferForm({ connectionId, kind, quoteIds }: Ref) {
  const key = keyOfForm({ connectionId, kind, quoteIds });
  const [form, setForm] = useState<OfferForm>(() => readRemembered(key, emptyForm()));
  /** True after a person changed a value or a draft was read. Values that the app fills in are no draft. */
  const isTyped = useRef(readRemembered(key, null) !== null);
  const change = (changes: Partial<OfferForm>) => {
    isTyped.current = true;
    if (changes.language) remember(LANGUAGE, changes.language);
    setForm((known) => ({ ...known, ...changes }));
  };
  const of = { connectionId, kind, quoteIds };
  const draft = useAsk('offers', 'draft', of, { gcTime: 0 }).data;
  const sent = useAsk('offers', 'sent', { connectionId, quoteId: quoteIds[0] ?? '' }).data;
  const linked = useAsk('guests', 'ofQuote', { connectionId, quoteId: quoteIds[0] ?? '' }).data;
  const shownIds = quoteIds.join(',');
  /** The draft that main has stored, as text; without a draft, the values that the app filled in. */
  const kept = useRef(textOf(shownIds, form));
  const { keep, notKept } = useKeptDraft(of, form, { isTyped, kept });
  useEffect(() => {
    if (isTyped.current) return;
    if (draft) {
      isTyped.current = true;
      kept.current = textOf(shownIds, formOf(draft));
      setForm(formOf(draft));
    } else if (draft === null && linked) setForm((known) => withGuest(known, linked));
    // A confirmation is in the language in which the guest got the offer.
    const language = kind === 'confirmation' && draft === null ? sent?.offers[0]?.language : undefined;
    if (language) setForm((known) => ({ ...known, language }));
  }, [draft, linked, sent, kind, shownIds]);
  // Where nobody chose, the guest's wishes come first.
  const suggest = (amenities: string[]) => {
    if (!isTyped.current) setForm((known) => (known.amenities === null ? { ...known, amenities } : known));
  };
  // Typed values stay on the page when its quotes change.
  useEffect(() => {
    if (isTyped.current) remember(key, form);
  }, [key, form]);
  const earlier = useRef({ key, of });
  useEffect(() => {
    const { key: earlierKey, of: earlierOf } = earlier.current;
    earlier.current = { key, of };
    if (earlierKey === key || !isTyped.current) return;
    keep();
    forget(earlierKey);
    // An offer has one draft. One that cannot be deleted can be discarded in the list of drafts.
    call('offers', 'discardDraft', earlierOf).catch(() => {});
  });
  const remove = useAct('offers', 'discardDraft');
  const discard = (onDone: () => void) => {
    // Nothing is kept from now on, also not when the page is left.
    isTyped.current = false;
    forget(key);
    remove.mutate(of, { onSuccess: onDone, onError: () => change({}) });
  };
  return {
    ...{ form, change, suggest, keep, notKept },
    pick: (guest: Guest) => change(withGuest(form, guest)),
    /** Deletes the draft; `null` without a draft. */
    discard: isTyped.current ? discard : null,
  };
}

/** Keeps a draft after each pause in typing, and when the page is left. */
function useKeptDraft(
  of: Ref,
  form: OfferForm,
  { isTyped, kept }: { isTyped: RefObject<boolean>; kept: RefObject<string> },
) {
  const text = textOf(of.quoteIds.join(','), form);
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const [notKept, setNotKept] = useState<AppError | null>(null);
  const latest = useRef({ of, form, text });
  latest.current = { of, form, text };
  const keep = useRef(() => {
    const newest = latest.current;
    if (!isTyped.current || newest.text === kept.current) return;
    kept.current = newest.text;
    call('offers', 'keepDraft', { ...newest.of, ...newest.form }).then(
      () => setNotKept(null),
      (error: AppError) => {
        // The next pause in typing tries again.
        kept.current = '';
        setNotKept(error);
      },
    );
  }).current;
  useEffect(() => {
    if (settled === latest.current.text) keep();
    return keep;
  }, [settled, keep]);
  return { keep, notKept };
}

const textOf = (quoteIds: string, form: OfferForm): string => `${quoteIds} ${JSON.stringify(form)}`;

const formOf = ({ connectionId: _, kind: __, quoteIds: ___, ...form }: OfferInput): OfferForm => form;

const withGuest = (form: OfferForm, guest: Pick<Guest, 'firstName' | 'lastName' | 'email'>): OfferForm => ({
  ...form,
  guestName: fullNameOf(guest),
  guestEmail: guest.email,
});
