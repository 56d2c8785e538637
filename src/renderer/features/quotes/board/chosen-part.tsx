/** The actions for the chosen quotes, below the board, and the drawers that two of them open. */
import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { QuoteNote } from '../quote-note.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { CompareQuotes } from './compare-quotes.tsx';
import type { Chosen } from './use-chosen.ts';

export const ChosenPart = memo(function ChosenPart({
  connectionId,
  chosen: { rows, clear, checked },
  removed,
  onDelete,
}: {
  connectionId: string;
  chosen: Chosen;
  removed: number | null;
  onDelete: () => void;
}) {
  const navigate = useNavigate();
  const [drawer, setDrawer] = useState<'compare' | 'note' | null>(null);
  const only = rows[0];
  return (
    <>
      {rows.length > 0 ? (
        <ChosenBar
          connectionId={connectionId}
          rows={rows}
          removed={removed}
          onOffer={() => void navigate({ to: '/offers/new', search: { quotes: rows.map(({ id }) => id).join(',') } })}
          onCompare={() => setDrawer('compare')}
          onNote={() => setDrawer('note')}
          onDelete={onDelete}
          onClear={clear}
          onChecked={checked}
        />
      ) : null}
      <CompareQuotes
        connectionId={connectionId}
        rows={drawer === 'compare' ? rows : []}
        opened={drawer === 'compare'}
        onClose={() => setDrawer(null)}
      />
      <SideDrawer
        opened={drawer === 'note'}
        title={only?.listingTitle ?? only?.listingId ?? 'Note'}
        width={460}
        onClose={() => setDrawer(null)}
      >
        {only ? <QuoteNote connectionId={connectionId} quoteId={only.id} onSaved={() => setDrawer(null)} /> : null}
      </SideDrawer>
    </>
  );
});
