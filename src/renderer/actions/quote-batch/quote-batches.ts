/** The window's batches of quotes. */
import { useSyncExternalStore } from 'react';
import { call } from '../../ipc/client.ts';
import { type Batch, QuoteBatches } from './quote-batch.ts';

export const quoteBatches = new QuoteBatches((input) => call('quotes', 'create', input));

export const useQuoteBatch = (connectionId: string): Batch | undefined =>
  useSyncExternalStore(quoteBatches.subscribe, () => quoteBatches.of(connectionId));
