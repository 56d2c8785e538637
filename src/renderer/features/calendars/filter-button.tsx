/** The button of the filter by place, type and size, with the number of chosen facets. */
import { chosenFacets } from '../../../shared/listing/listing-table.ts';
import type { FacetChoice, ListingsFilter } from '../../../shared/model/listing.ts';
import { FilterMenu } from '../../actions/filter-menu/filter-menu.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconFilter } from '../../ui/icons.ts';
import { usePopoverButton } from '../../ui/use-popover-button.ts';

export function FilterButton({
  filter,
  onChoose,
}: {
  filter: ListingsFilter;
  onChoose: (choice: FacetChoice) => void;
}) {
  const { attributes, place } = usePopoverButton('dialog');
  const count = chosenFacets(filter.facets ?? {});
  return (
    <>
      <IconButton {...attributes} Icon={IconFilter} variant={count > 0 ? 'light' : 'default'}>
        {count > 0 ? `Filter (${count})` : 'Filter'}
      </IconButton>
      {place ? <FilterMenu place={place} filter={filter} onChoose={onChoose} /> : null}
    </>
  );
}
