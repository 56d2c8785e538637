/** Probes which variant of the search a service answers, with at most one request for each (service.md §6.2). */
import { isAppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import { describeError } from '../../shared/text/error-text.ts';
import type { ApiClient } from './api-client.ts';
import type { OperationStore } from './operation-store.ts';
import { differentPaths, isAboutPath } from './path-doctor.ts';

export interface ProbeResult {
  readonly chosen: string | null;
  readonly tried: { variantId: string; url: string; outcome: string; answered: boolean }[];
}

/**
 * Tries the variants of the search in order and chooses the first whose path the service accepts; `chosen` is null when it accepts none. Throws
 * errors that do not concern the path (no token, no network).
 */
export async function probeSearch(
  { client, operations }: { client: ApiClient; operations: OperationStore },
  connection: Connection,
  credentialId: string,
  signal?: AbortSignal,
): Promise<ProbeResult> {
  const tried: ProbeResult['tried'] = [];
  for (const { id: variantId } of differentPaths(operations.effective(connection, 'search').operation.variants)) {
    const call = {
      connection,
      credentialId,
      operation: 'search',
      values: {},
      variantId,
      retry: false,
      signal,
    } as const;
    const url = client.urlOf(call);
    try {
      const { records } = await client.call(call);
      const found = records === null ? 'no list of listings in the answer' : `${records.length} listings`;
      tried.push({ variantId, url, outcome: `Answered: ${found}.`, answered: true });
      await operations.chooseVariant(connection, 'search', variantId);
      return { chosen: variantId, tried };
    } catch (error) {
      if (!isAppError(error) || !isAboutPath(error)) throw error;
      tried.push({ variantId, url, outcome: describeError(error.data).sentence, answered: false });
    }
  }
  return { chosen: null, tried };
}
