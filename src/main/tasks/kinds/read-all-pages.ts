import { AppError } from '../../../shared/app-error.ts';
import type { PagingDoubt } from '../../../shared/model/paging.ts';
import type { Json } from '../../../shared/model/primitives.ts';
import type { Values } from '../../api/api-client.ts';
import { Pager } from '../../api/pager.ts';
import type { Send } from './kind.ts';

/** Reads all pages of a search. `doubts`: why records may be missing. Throws AppError `answerUnusable` and the errors of `send`. */
export async function readAllPages(values: Values, send: Send): Promise<{ records: Json[]; doubts: PagingDoubt[] }> {
  const pager = new Pager();
  const records: Json[] = [];
  let exchangeId: string | null = null;
  while (pager.next) {
    const { fresh, answer } = await pager.read((page) => send(values, page));
    records.push(...fresh);
    exchangeId = answer?.exchangeId ?? exchangeId;
  }
  // An empty list has no result row in which the doubt could be shown.
  if (records.length === 0 && pager.doubts.includes('emptyPage'))
    throw new AppError('answerUnusable', { problem: 'it has no listings, but names a further page', exchangeId });
  return { records, doubts: pager.doubts };
}
