/** Reads all pages of one search. */
import { AppError } from '../../../shared/app-error.ts';
import type { PagingDoubt } from '../../../shared/model/paging.ts';
import type { Json } from '../../../shared/model/primitives.ts';
import type { Values } from '../../api/api-client.ts';
import { Pager } from '../../api/pager.ts';
import type { Send } from './kind.ts';

/** The records of all pages, and the reasons why they may be incomplete. Throws AppError `answerUnusable` and the errors of `send`. */
export async function readAllPages(values: Values, send: Send): Promise<{ records: Json[]; doubts: PagingDoubt[] }> {
  const pager = new Pager();
  const records: Json[] = [];
  let exchangeId: string | null = null;
  while (pager.next) {
    const { fresh, answer } = await pager.read((page) => send(values, page));
    records.push(...fresh);
    exchangeId = answer?.exchangeId ?? exchangeId;
  }
  // A list without records has no record that could say that it may be incomplete.
  if (records.length === 0 && pager.doubts.includes('emptyPage'))
    throw new AppError('answerUnusable', { problem: 'it has no listings, but names a further page', exchangeId });
  return { records, doubts: pager.doubts };
}
