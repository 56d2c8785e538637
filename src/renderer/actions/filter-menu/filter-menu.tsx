/** The menu of facets with their counts. A choice applies together with the text filter. */
import { Button, Checkbox, Group, NativeSelect, Popover, ScrollArea, Text } from '@mantine/core';
import { chosenFacets } from '../../../shared/listing/listing-table.ts';
import type { Facet, FacetChoice, FacetName, ListingsFilter } from '../../../shared/model/listing.ts';
import { useAsk } from '../../ipc/client.ts';
import { formatNumber } from '../../text/format.ts';
import { ButtonPopover } from '../../ui/button-popover.tsx';
import type { PopoverPlace } from '../../ui/use-popover-button.ts';
import { ErrorNotice } from '../error-notice.tsx';
import classes from './filter-menu.module.css';

const TITLES: Record<FacetName, string> = {
  city: 'City',
  type: 'Type',
  listed: 'Published',
  bedrooms: 'Bedrooms',
  guests: 'Sleeps',
};
const LISTED: Record<string, string> = { yes: 'Published', no: 'Unpublished' };

interface Props {
  place: PopoverPlace;
  filter: ListingsFilter;
  onChoose: (choice: FacetChoice) => void;
}

export function FilterMenu({ place, filter, onChoose }: Props) {
  const choice = filter.facets ?? {};
  const facets = useAsk('listings', 'facets', filter, { enabled: place.opened });
  const count = chosenFacets(choice);
  const shown = facets.data?.filter(({ name, values }) => values.length > 0 || choice[name] !== undefined) ?? [];
  return (
    <ButtonPopover place={place} width={320} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Dropdown p="xs" aria-label="Filter">
        {facets.error ? <ErrorNotice error={facets.error} onRetry={() => void facets.refetch()} compact /> : null}
        <ScrollArea.Autosize mah={380} type="auto" offsetScrollbars>
          {shown.map((facet) =>
            facet.name === 'bedrooms' || facet.name === 'guests' ? (
              <Minimum key={facet.name} facet={facet} name={facet.name} choice={choice} onChoose={onChoose} />
            ) : (
              <Values key={facet.name} facet={facet} name={facet.name} choice={choice} onChoose={onChoose} />
            ),
          )}
          {facets.isSuccess && shown.length === 0 ? (
            <Text size="sm" c="dimmed" p="xs">
              No row names a city, a type, bedrooms or guests.
            </Text>
          ) : null}
        </ScrollArea.Autosize>
        <Group justify="flex-end" mt="xs">
          <Button size="compact-xs" variant="subtle" disabled={count === 0} onClick={() => onChoose({})}>
            Clear
          </Button>
        </Group>
      </Popover.Dropdown>
    </ButtonPopover>
  );
}

interface FacetProps<Name extends FacetName> {
  readonly facet: Facet;
  readonly name: Name;
  readonly choice: FacetChoice;
  readonly onChoose: (choice: FacetChoice) => void;
}

function Values({ facet, name, choice, onChoose }: FacetProps<'city' | 'type' | 'listed'>) {
  const chosen = choice[name] ?? [];
  const toggle = (value: string, wanted: boolean) =>
    onChoose({ ...choice, [name]: wanted ? [...chosen, value] : chosen.filter((other) => other !== value) });
  return (
    <fieldset className={classes.facet}>
      <legend className={classes.title}>{TITLES[name]}</legend>
      <div className={classes.values}>
        {facet.values.map(({ value, count }) => (
          <Checkbox
            key={value}
            size="xs"
            className={classes.value ?? ''}
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
            label={
              <span className={classes.label}>
                <span>{name === 'listed' ? (LISTED[value] ?? value) : value}</span>
                <span className={classes.count}>{formatNumber(count)}</span>
              </span>
            }
          />
        ))}
      </div>
      {facet.more > 0 ? (
        <Text size="xs" c="dimmed" mt={4}>
          And {formatNumber(facet.more)} more: type a name into the text filter.
        </Text>
      ) : null}
    </fieldset>
  );
}

function Minimum({ facet, name, choice, onChoose }: FacetProps<'bedrooms' | 'guests'>) {
  const { [name]: chosen, ...others } = choice;
  const values = facet.values.some(({ value }) => Number(value) === chosen)
    ? facet.values
    : [...facet.values, ...(chosen === undefined ? [] : [{ value: String(chosen), count: 0 }])];
  return (
    <NativeSelect
      className={classes.facet ?? ''}
      size="xs"
      label={TITLES[name]}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={({ currentTarget: { value } }) =>
        onChoose(value === '' ? others : { ...choice, [name]: Number(value) })
      }
      data={[
        { value: '', label: 'Any' },
        ...values.map(({ value, count }) => ({ value, label: `${value} or more (${formatNumber(count)})` })),
      ]}
    />
  );
}
