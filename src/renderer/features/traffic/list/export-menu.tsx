/** The menu that exports the marked or all matching exchanges. During an export it shows the progress and a Cancel button. */
import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import type { ExchangeFilter, ExchangePage } from '../../../../shared/model/traffic.ts';
import { formatDuration } from '../../../../shared/time/format-duration.ts';
import { formatCount, formatNumber } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconChevronDown, IconFileExport } from '../../../ui/icons.ts';
import type { ExportControl, ExportProgress } from '../use-export.tsx';
import type { MarksControl } from './use-marks.ts';

interface Props {
  filter: ExchangeFilter;
  matched: ExchangePage['matched'];
  /** True when a filter is set. */
  narrowed: boolean;
  marks: MarksControl;
  control: ExportControl;
}

export function ExportMenu({ filter, matched, narrowed, marks, control }: Props) {
  if (control.running) return <ExportRunning progress={control.progress} onCancel={control.cancel} />;
  const count = marks.marked.length;
  const allText = `${matched.more ? 'more than ' : ''}${formatCount(matched.count, 'exchange')}`;
  return (
    <Menu position="bottom-end" shadow="md" width={300} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton
          Icon={IconFileExport}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          disabled={matched.count === 0}
        >
          {count > 0 ? `Export (${formatNumber(count)})` : 'Export'}
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>HAR 1.2 opens in the network panel of a browser. Secrets are redacted.</Menu.Label>
        <Menu.Item
          disabled={count === 0}
          onClick={() => control.start({ kind: 'chosen', connectionId: filter.connectionId, ids: [...marks.marked] })}
        >
          {count === 0 ? 'Marked exchanges: mark rows with Space' : formatCount(count, 'marked exchange')}
        </Menu.Item>
        <Menu.Item onClick={() => control.start({ kind: 'filtered', filter })}>
          {narrowed ? `All matching: ${allText}` : `All: ${allText}`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={count === 0} onClick={marks.clear}>
          Clear all marks
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ExportRunning({ progress, onCancel }: { progress: ExportProgress | null; onCancel: () => void }) {
  const share = progress && progress.total > 0 ? (progress.written / progress.total) * 100 : 0;
  return (
    <Group gap="sm" wrap="nowrap">
      <div style={{ width: 176 }} role="status">
        <Text size="xs" className="lk-num">
          {progress ? progressText(progress) : 'Choose a file'}
        </Text>
        <Progress value={share} size="sm" mt={3} aria-label="Export" />
      </div>
      <Button onClick={onCancel} disabled={!progress}>
        Cancel
      </Button>
    </Group>
  );
}

function progressText({ written, total, estimateMs }: ExportProgress): string {
  const timeLeft = estimateMs === null ? '' : ` · about ${formatDuration(Math.ceil(estimateMs / 1_000) * 1_000)}`;
  return `${formatNumber(written)} of ${formatNumber(total)}${timeLeft}`;
}
