/** Writes the listings as CSV, as shown or whole, and copies the rows. */
import { Button, Menu } from '@mantine/core';
import { IconCopy, IconFileTypeCsv, IconShare2, IconTable } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ListingsExport } from '../../../../shared/model/listing.ts';
import { act } from '../../../ipc/client.ts';
import { formatBytes, formatCount } from '../../../text/format.ts';
import { notify } from '../../../ui/notify.ts';

export function ExportMenu({
  view,
  matched,
  onCopy,
}: {
  view: Omit<ListingsExport, 'whole'>;
  /** The number of rows that are shown. */
  matched: number;
  onCopy: () => void;
}) {
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
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare2 size={16} aria-hidden />} loading={write.isPending}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconFileTypeCsv size={16} aria-hidden />}
          disabled={matched === 0}
          onClick={() => write.mutate({ ...view, whole: false })}
        >
          CSV as shown ({formatCount(matched, 'row')})
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTable size={16} aria-hidden />}
          onClick={() => write.mutate({ ...view, whole: true })}
        >
          CSV of all listings and fields
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} disabled={matched === 0} onClick={onCopy}>
          Copy the rows
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
