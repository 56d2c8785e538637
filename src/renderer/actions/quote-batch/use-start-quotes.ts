/** Requests several quotes and opens the page that shows their progress. */

import { useNavigate } from '@tanstack/react-router';
import type { WantedQuote } from '../../../shared/model/quote-plan.ts';
import { useConnection } from '../../ipc/current.ts';
import { quoteBatches } from './quote-batches.ts';

/** Returns a function that starts a batch. `toOffer`: whether an offer with the quotes opens once all are created. */
export function useStartQuotes(): (wanted: readonly WantedQuote[], options?: { readonly toOffer: boolean }) => void {
  const { id: connectionId } = useConnection();
  const navigate = useNavigate();
  return (wanted, { toOffer } = { toOffer: false }) => {
    void quoteBatches.start(connectionId, wanted);
    void navigate({ to: '/quotes', search: { several: '1', ...(toOffer ? { offer: '1' } : {}) } });
  };
}
