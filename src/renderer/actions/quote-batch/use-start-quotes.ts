/** Asks for several quotes and leads to the page that shows how far they are. */
import { useNavigate } from '@tanstack/react-router';
import type { WantedQuote } from '../../../shared/model/quote-plan.ts';
import { quoteBatches } from './quote-batches.ts';

/** `toOffer`: once all are made, their offer opens. */
export function useStartQuotes(
  connectionId: string,
): (wanted: readonly WantedQuote[], options?: { readonly toOffer: boolean }) => void {
  const navigate = useNavigate();
  return (wanted, { toOffer } = { toOffer: false }) => {
    void quoteBatches.start(connectionId, wanted);
    void navigate({ to: '/quotes', search: { several: '1', ...(toOffer ? { offer: '1' } : {}) } });
  };
}
