/** The line above the results: their number and the search, or the state of the search, with its actions. */
import { Button, Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { ClockTime } from '../../../actions/clock-time.tsx';
import { WhatIsThis } from '../../../actions/help/what-is-this.tsx';
import { useAudience } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatNumber } from '../../../text/format.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import styles from '../availability.module.css';
import type { viewIn } from '../search/address.ts';
import type { ResultRows } from './use-results.ts';

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'gallery', label: 'Gallery' },
  { value: 'table', label: 'Table' },
];

export function FoundLine({
  text,
  rows: { first, last, countText, loaded },
  said,
  partial,
  isSearching,
  isCancelled,
  actions,
  view,
  onView,
  onCancel,
  onSearchAgain,
}: {
  text: string;
  rows: Pick<ResultRows, 'first' | 'last' | 'countText' | 'loaded'>;
  /** The remark that applies to all totals (see `commonRemark`); null without one. */
  said: string | null;
  /** A sentence on the results that filters and order do not cover; null when they cover all. */
  partial: string | null;
  isSearching: boolean;
  isCancelled: boolean;
  actions: ReactNode;
  view: ReturnType<typeof viewIn>;
  onView: (view: 'gallery' | 'table' | undefined) => void;
  onCancel: () => void;
  onSearchAgain: () => void;
}) {
  const forSupport = useAudience() === 'support';
  return (
    <div className={styles.found}>
      <div className={styles.foundText} role="status">
        {isSearching && !last ? (
          <>
            <Loader size="xs" aria-hidden /> <span>Searching {text}</span>
            <Button size="compact-xs" onClick={onCancel}>
              Cancel
            </Button>
          </>
        ) : isCancelled && !last ? (
          <>
            <span>The search for {text} was cancelled.</span>
            <Button size="compact-xs" onClick={onSearchAgain}>
              Search again
            </Button>
          </>
        ) : last ? (
          <>
            <h2 className={styles.foundTitle} tabIndex={-1}>
              {countText}
            </h2>
            <span>{text}</span>
            {first ? (
              <span>
                searched <ClockTime at={first.answeredAt} />
              </span>
            ) : null}
            {/* Short, so that the results begin as high as without it. */}
            {said === null ? null : <span title={`Prices ${said}`}>{said.split(', ')[0]}</span>}
            {partial === null ? null : (
              <span title={partial}>
                <span aria-hidden>{formatNumber(loaded)} loaded</span>
                <span className="lk-unseen">{partial}</span>
              </span>
            )}
          </>
        ) : null}
      </div>
      {last ? (
        <div className={styles.foundActions}>
          {forSupport ? (
            <span>
              Answered by “{last.variant}”,{' '}
              <PageLink to="/traffic" search={{ id: last.exchangeId }} inherit underline="always">
                see the exchange
              </PageLink>
            </span>
          ) : null}
          <WhatIsThis part="before-fees" about="The prices" />
          {actions}
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={VIEWS}
            value={view}
            onChange={(value) => onView(value === 'list' ? undefined : (value as 'gallery' | 'table'))}
          />
        </div>
      ) : null}
    </div>
  );
}
