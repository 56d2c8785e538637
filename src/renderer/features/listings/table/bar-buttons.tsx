/** The buttons above the listings that open menus. */
import { type ComponentProps, lazy } from 'react';
import { chosenFacets } from '../../../../shared/listing/listing-table.ts';
import type { ListingsExport } from '../../../../shared/model/listing.ts';
import { useAct } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { formatBytes, formatCount } from '../../../text/format.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { IconBookmark, IconColumns3, IconFilter, IconShare2 } from '../../../ui/icons.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { notify } from '../../../ui/notify.ts';

const ColumnMenu = lazy(() => import('./column-menu.tsx').then((module) => ({ default: module.ColumnMenu })));
const ExportMenu = lazy(() => import('./export-menu.tsx').then((module) => ({ default: module.ExportMenu })));
const FilterMenu = lazy(() =>
  import('../../../actions/filter-menu/filter-menu.tsx').then((module) => ({ default: module.FilterMenu })),
);
const ViewMenu = lazy(() => import('./view-menu.tsx').then((module) => ({ default: module.ViewMenu })));

type PropsOf<MenuComponent extends typeof ColumnMenu | typeof FilterMenu | typeof ViewMenu> = Omit<
  ComponentProps<MenuComponent>,
  'place'
>;

export const ColumnButton = (props: PropsOf<typeof ColumnMenu>) => (
  <MenuButton
    Icon={IconColumns3}
    disabled={props.columns.length === 0}
    menu={(place) => <ColumnMenu {...props} place={place} />}
  >
    Columns
  </MenuButton>
);

export function FilterButton(props: PropsOf<typeof FilterMenu>) {
  const count = chosenFacets(props.filter.facets ?? {});
  return (
    <MenuButton
      Icon={IconFilter}
      variant={count > 0 ? 'light' : 'default'}
      menu={(place) => <FilterMenu {...props} place={place} />}
    >
      {count > 0 ? `Filter (${count})` : 'Filter'}
    </MenuButton>
  );
}

export const ViewButton = (props: PropsOf<typeof ViewMenu>) => (
  <MenuButton Icon={IconBookmark} menu={(place) => <ViewMenu {...props} place={place} />}>
    Views
  </MenuButton>
);

interface Props {
  view: Omit<ListingsExport, 'whole' | 'titleHead'>;
  matched: number;
  onCopy: () => void;
}

export function ExportButton({ view, matched, onCopy }: Props) {
  const titleHead = LISTING_WORD[useAudience()];
  const write = useAct('listings', 'exportTable', {
    onSuccess: (file) => {
      if (file)
        notify(
          'listings-written',
          `${formatCount(file.records, 'row')} written`,
          `${file.path}, ${formatBytes(file.bytes)}`,
        );
    },
  });
  return (
    <MenuButton
      popup="menu"
      Icon={IconShare2}
      loading={write.isPending}
      menu={(place) => (
        <ExportMenu
          place={place}
          matched={matched}
          onWrite={(format, whole) => write.mutate({ ...view, whole, titleHead, format })}
          onCopy={onCopy}
        />
      )}
    >
      Export
    </MenuButton>
  );
}
