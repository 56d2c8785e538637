/** A field for several places. A person types them, separated by commas, or chooses among the places of the loaded listings. */
import { TagsInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAsk } from '../../../ipc/client.ts';
import { IconMapPin } from '../../../ui/icons.ts';
import styles from '../availability.module.css';
import { MAX_PLACES } from './search-form.ts';

/** Returns the city of a place, "Lisbon" for "Lisbon, Portugal", because both variants of the service's search find cities. */
const cityOf = (place: string): string => place.split(',')[0]?.trim() ?? '';

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Finds the places of the loaded listings that contain a typed text, without regard to case and accents: "Lisbon, Portugal" for "lisbon". */
export const loadedPlaces = (typed: readonly string[], loaded: readonly { readonly place: string }[]): string[] =>
  loaded.map(({ place }) => place).filter((place) => typed.some((name) => folded(place).includes(folded(name))));

interface Props {
  connectionId: string;
  places: string[];
  onChange: (places: string[]) => void;
  error: ReactNode;
}

export function PlacesField({ connectionId, places, onChange, error }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const known = useAsk('matrix', 'choices', { connectionId }).data?.places ?? [];
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isChoosing = event.currentTarget.hasAttribute('aria-activedescendant');
    const place = typed.trim();
    if (event.key !== 'Enter' || place === '' || isChoosing) return;
    // Enter adds the typed place and then submits the form.
    event.preventDefault();
    const { form } = event.currentTarget;
    flushSync(() => {
      onChange([...new Set([...places, place])]);
      setTyped('');
      setIsOpen(false);
    });
    form?.requestSubmit();
  };
  return (
    <TagsInput
      className={styles.location ?? ''}
      label="Places"
      placeholder={places.length === 0 ? 'Anywhere, or: Lisbon, Porto' : ''}
      leftSection={<IconMapPin size={16} aria-hidden />}
      data={[...new Set(known.map(({ place }) => cityOf(place)))].filter((city) => city !== '')}
      limit={12}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      value={places}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={onChange}
      onKeyDown={onKeyDown}
      splitChars={[',', ';', '|']}
      maxTags={MAX_PLACES}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the places' }}
      spellCheck={false}
      error={error}
      aria-description="Separate several places by commas."
    />
  );
}
