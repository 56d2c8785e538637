/** Chooses the amenities on the page and their order, in which the guest's wishes come first. */
import { MultiSelect } from '@mantine/core';
import { MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import type { OfferAmenity } from '../../../shared/model/offer.ts';

interface Props {
  /** The amenities of all properties of the offer. */
  known: readonly OfferAmenity[];
  /** The names of the chosen amenities; null for the first few of each property. */
  chosen: readonly string[] | null;
  onChange: (chosen: string[] | null) => void;
}

export function AmenityChoice({ known, chosen, onChange }: Props) {
  if (known.length === 0) return null;
  const shown = chosen ?? known.filter(({ isShown }) => isShown).map(({ name }) => name);
  // Two names of the service may have one text, so the name stands for the option.
  const options = known.map(({ name, label }) => ({ value: name, label }));
  return (
    <MultiSelect
      label="Amenities"
      description="In this order; a property shows those that it has."
      data={options}
      value={shown.filter((name) => known.some((amenity) => amenity.name === name))}
      onChange={(names) => onChange(names)}
      maxValues={MAX_ENTRIES.fields}
      searchable
      clearable
      limit={100}
    />
  );
}
