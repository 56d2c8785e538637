/** The typed values of an offer. They are kept as a draft, which outlives a restart, until the offer leaves the app. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { OfferInput } from '../../../shared/model/offer.ts';
import type { Guest } from '../../../shared/model/quote.ts';
import { call, useAsk } from '../../ipc/client.ts';
import { TYPING_PAUSE_MS } from '../../ui/typing-pause.ts';
import { readRemembered, remember } from '../../ui/use-remembered-state.ts';
import type { OfferForm } from './offer-form.ts';

/** The language of the last offer is that of the next one. */
const LANGUAGE = 'offers.language';

const emptyForm = (): OfferForm => ({
  ...{ guestName: '', guestEmail: '', opening: '', closing: '', next: '', amenities: null },
  language: readRemembered<OfferForm['language']>(LANGUAGE, 'en'),
});

export function useOfferForm({ connectionId, kind, quoteIds }: Pick<OfferInput, 'connectionId' | 'kind' | 'quoteIds'>) {
  const key = `offers.form.${kind}.${connectionId}.${quoteIds.toSorted().join(',')}`;
  const [form, setForm] = useState<OfferForm>(() => readRemembered(key, emptyForm()));
  /** True after a person changed a value. What the app fills in is no draft. */
  const isTyped = useRef(readRemembered(key, null) !== null);
  const change = (changes: Partial<OfferForm>) => {
    isTyped.current = true;
    if (changes.language) remember(LANGUAGE, changes.language);
    setForm((known) => ({ ...known, ...changes }));
  };
  const draft = useAsk('offers', 'draft', { connectionId, kind, quoteIds }, { gcTime: 0 }).data;
  const sent = useAsk('offers', 'sent', { connectionId, quoteId: quoteIds[0] ?? '' }).data;
  const linked = useAsk('guests', 'ofQuote', { connectionId, quoteId: quoteIds[0] ?? '' }).data;
  useEffect(() => {
    if (isTyped.current) return;
    if (draft) setForm(formOf(draft));
    else if (draft === null && linked) setForm((known) => withGuest(known, linked));
    // A confirmation is in the language in which the guest got the offer.
    const language = kind === 'confirmation' && draft === null ? sent?.offers[0]?.language : undefined;
    if (language) setForm((known) => ({ ...known, language }));
  }, [draft, linked, sent, kind]);
  // Where nobody chose, the guest's wishes come first.
  const suggest = (amenities: string[]) => {
    if (!isTyped.current) setForm((known) => (known.amenities === null ? { ...known, amenities } : known));
  };
  useKeptDraft({ connectionId, kind, quoteIds, ...form }, isTyped.current);
  // Typed values stay on the page when its quotes change.
  useEffect(() => {
    if (isTyped.current) remember(key, form);
  }, [key, form]);
  return { form, change, suggest, pick: (guest: Guest) => change(withGuest(form, guest)) };
}

/** Keeps a draft after each pause in typing, and when the page is left. */
function useKeptDraft(draft: OfferInput, isTyped: boolean): void {
  const [settled] = useDebouncedValue(draft, TYPING_PAUSE_MS);
  const text = JSON.stringify(draft);
  const kept = useRef(text);
  const latest = useRef({ draft, text, isTyped });
  latest.current = { draft, text, isTyped };
  useEffect(() => {
    const keep = () => {
      const { draft: newest, text: newestText, isTyped: isChanged } = latest.current;
      if (!isChanged || newestText === kept.current) return;
      kept.current = newestText;
      // The note of the page says how records are kept; a draft that cannot be stored stays on the page.
      call('offers', 'keepDraft', newest).catch(() => {});
    };
    if (JSON.stringify(settled) === latest.current.text) keep();
    return keep;
  }, [settled]);
}

const formOf = ({ connectionId: _, kind: __, quoteIds: ___, ...form }: OfferInput): OfferForm => form;

const withGuest = (form: OfferForm, guest: Pick<Guest, 'firstName' | 'lastName' | 'email'>): OfferForm => ({
  ...form,
  guestName: [guest.firstName, guest.lastName].filter(Boolean).join(' '),
  guestEmail: guest.email,
});
