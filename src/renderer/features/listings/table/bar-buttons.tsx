/** The buttons above the listings that open menus. */
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense } from 'react';
import type { ListingsExport } from '../../../../shared/model/listing.ts';
import { act } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/use-audience.ts';
import { formatBytes, formatCount } from '../../../text/format.ts';
import { LISTING_WORD } from '../../../text/listing-word.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconBookmark, IconColumns3, IconFilter, IconShare2 } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { usePopoverButton } from '../../../ui/use-popover-button.ts';
import { chosenFacets } from './chosen-facets.ts';

const ColumnMenu = lazy(() => import('./column-menu.tsx').then((module) => ({ default: module.ColumnMenu })));
const ExportMenu = lazy(() => import('./export-menu.tsx').then((module) => ({ default: module.ExportMenu })));
const FilterMenu = lazy(() => import('./filter-menu.tsx').then((module) => ({ default: module.FilterMenu })));
const ViewMenu = lazy(() => import('./view-menu.tsx').then((module) => ({ default: module.ViewMenu })));

type PropsOf<MenuComponent extends typeof ColumnMenu | typeof FilterMenu | typeof ViewMenu> = Omit<
  ComponentProps<MenuComponent>,
  'place'
>;

export function ColumnButton(props: PropsOf<typeof ColumnMenu>) {
  const { attributes, place } = usePopoverButton('dialog');
  return (
    <>
      <IconButton Icon={IconColumns3} {...attributes} disabled={props.columns.length === 0}>
        Columns
      </IconButton>
      <Suspense fallback={null}>{place ? <ColumnMenu {...props} place={place} /> : null}</Suspense>
    </>
  );
}

export function FilterButton(props: PropsOf<typeof FilterMenu>) {
  const { attributes, place } = usePopoverButton('dialog');
  const count = chosenFacets(props.filter.facets ?? {});
  return (
    <>
      <IconButton Icon={IconFilter} {...attributes} variant={count > 0 ? 'light' : 'default'}>
        {count > 0 ? `Filter (${count})` : 'Filter'}
      </IconButton>
      <Suspense fallback={null}>{place ? <FilterMenu {...props} place={place} /> : null}</Suspense>
    </>
  );
}

export function ViewButton(props: PropsOf<typeof ViewMenu>) {
  const { attributes, place } = usePopoverButton('dialog');
  return (
    <>
      <IconButton Icon={IconBookmark} {...attributes}>
        Views
      </IconButton>
      <Suspense fallback={null}>{place ? <ViewMenu {...props} place={place} /> : null}</Suspense>
    </>
  );
}

export function ExportButton({
  view,
  matched,
  onCopy,
}: {
  view: Omit<ListingsExport, 'whole' | 'titleHead'>;
  matched: number;
  onCopy: () => void;
}) {
  const { attributes, place } = usePopoverButton('menu');
  const titleHead = LISTING_WORD[useAudience()];
  const write = useMutation({
    ...act('listings', 'exportCsv'),
    onSuccess: (file) => {
      if (file)
        notify(
          'listings-csv',
          `${formatCount(file.records, 'row')} written`,
          `${file.path}, ${formatBytes(file.bytes)}`,
        );
    },
  });
  return (
    <>
      <IconButton Icon={IconShare2} {...attributes} loading={write.isPending}>
        Export
      </IconButton>
      <Suspense fallback={null}>
        {place ? (
          <ExportMenu
            place={place}
            matched={matched}
            onWrite={(whole) => write.mutate({ ...view, whole, titleHead })}
            onCopy={onCopy}
          />
        ) : null}
      </Suspense>
    </>
  );
}
