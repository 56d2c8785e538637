/** A text field for one detail of a guest. While a person types, it suggests remembered guests; `onPick` receives the chosen guest. */

import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useRef } from 'react';
import type { GuestRecord } from '../../shared/model/guest.ts';
import { groupedPhone } from '../../shared/text/phone.ts';
import { useAsk } from '../ipc/client.ts';
import { useConnection } from '../ipc/current.ts';
import { fullNameOf } from '../text/guest-name.ts';

/** The minimum length of a text for which guests are suggested; a shorter text would match nearly all guests. */
const MIN_CHARACTERS = 2;

interface Props extends Omit<AutocompleteProps, 'data' | 'filter' | 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
  onPick: (guest: GuestRecord) => void;
}

export function GuestInput({ value, onChange, onPick, ...props }: Props) {
  const { id: connectionId } = useConnection();
  const search = value.trim();
  const typed = { connectionId, search };
  const found = useAsk('guests', 'suggest', typed, { enabled: search.length >= MIN_CHARACTERS, keepsPrevious: true });
  const picked = useRef<GuestRecord | null>(null);
  const guests = new Map((search.length < MIN_CHARACTERS ? [] : (found.data ?? [])).map((one) => [labelOf(one), one]));
  return (
    <Autocomplete
      {...props}
      autoComplete="off"
      comboboxProps={{ keepMounted: false }}
      value={value}
      data={[...guests.keys()]}
      filter={({ options }) => options}
      onOptionSubmit={(label) => {
        picked.current = guests.get(label) ?? null;
      }}
      onChange={(text) => {
        // Mantine calls `onOptionSubmit` before `onChange` for a chosen option; for typed text it calls `onChange` only.
        const guest = picked.current;
        picked.current = null;
        if (guest) onPick(guest);
        else onChange(text);
      }}
    />
  );
}

const labelOf = (guest: GuestRecord): string =>
  [fullNameOf(guest), guest.email || groupedPhone(guest.phone)].filter(Boolean).join(' · ');
