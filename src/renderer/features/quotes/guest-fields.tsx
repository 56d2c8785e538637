/** The fields for the guest in the booking form. The quote's guest record fills them in when they are empty. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Guest, Quote } from '../../../shared/model/quote.ts';
import { GuestInput } from '../../actions/guest-input.tsx';
import { ask } from '../../ipc/client.ts';
import type { GuestIssues } from './booking-form.ts';

const FIELDS: readonly { name: keyof Guest; label: string; type: string }[] = [
  { name: 'firstName', label: 'First name', type: 'text' },
  { name: 'lastName', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
];

export function GuestFields({
  quote: { connectionId, id: quoteId },
  guest,
  issues,
  disabled,
  onChange,
}: {
  quote: Pick<Quote, 'connectionId' | 'id'>;
  guest: Guest;
  issues: GuestIssues;
  disabled: boolean;
  onChange: (changes: Partial<Guest>) => void;
}) {
  const linked = useQuery(ask('guests', 'ofQuote', { connectionId, quoteId })).data ?? null;
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
