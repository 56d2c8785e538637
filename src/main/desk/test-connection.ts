/** Tests a connection: reads listings and a calendar once each, and searches once by each path that the search may have. */
import { AppError, isAppError } from '../../shared/app-error.ts';
import { activeApplicationOf } from '../../shared/connection/account.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';
import type { ConnectionTest, TestedRead } from '../../shared/model/connection-test.ts';
import type { OperationId } from '../../shared/model/operation.ts';
import { type Json, plainDateOf } from '../../shared/model/primitives.ts';
import { countText } from '../../shared/time/text-formats.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import type { ApiAnswer, ApiClient, Values } from '../api/api-client.ts';
import { summarise } from '../api/describe-record.ts';
import type { OperationStore } from '../api/operation-store.ts';
import { isAboutPath, type PathDoctor } from '../api/path-doctor.ts';
import type { ConnectionSource } from './connection-source.ts';

export interface TestDeps {
  readonly client: Pick<ApiClient, 'urlOf'>;
  readonly doctor: Pick<PathDoctor, 'call' | 'forget'>;
  readonly operations: Pick<OperationStore, 'effective'>;
  readonly connections: ConnectionSource;
  readonly clockOf: (connectionId: string) => { now(): number };
}

/** One read of the test; `answer` is `null` when it failed or was not sent. */
interface Tested {
  readonly read: TestedRead;
  readonly answer: ApiAnswer | null;
}

/** Tests a connection with three reads: listings, a search and a calendar. Throws AppError `notFound` for an unknown connection, and `cancelled`. */
export async function testConnection(
  deps: TestDeps,
  connectionId: string,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const connection = () => deps.connections.connection(connectionId);
  const { openApi } = connection();
  const application = activeApplicationOf(connection());
  deps.doctor.forget(connectionId);
  const read = (operation: OperationId, credential: Credential | null | undefined, values: Values = {}) =>
    credential
      ? readOnce(deps, connection(), { operation, credential, values, signal })
      : Promise.resolve(skipped(deps, connection(), operation, 'This connection has no credential for it.'));
  const listings = await read('listListings', openApi);
  const search = await read('search', application);
  const listingId = firstIdIn(search.answer) ?? firstIdIn(listings.answer);
  const today = Math.floor(deps.clockOf(connectionId).now() / DAY_MS);
  const days = { from: plainDateOf(today), to: plainDateOf(today + 7 - 1) };
  const reason = whyNoCalendar(search, listingId);
  const calendar =
    reason === null
      ? await read('calendar', application, { listingId, ...days })
      : skipped(deps, connection(), 'calendar', reason);
  return { reads: [listings.read, search.read, calendar.read] };
}

async function readOnce(
  { client, doctor, operations }: TestDeps,
  connection: Connection,
  request: { operation: OperationId; credential: Credential; values: Values; signal: AbortSignal },
): Promise<Tested> {
  const { operation, credential, values, signal } = request;
  const { title } = operations.effective(connection, operation).operation;
  const call = { connection, credentialId: credential.id, operation, values, retry: false, signal };
  const about = { operation, title };
  let url: string | null = null;
  try {
    url = client.urlOf(call);
    const answer = await doctor.call(call);
    if (answer.records === null)
      throw new AppError('answerUnusable', { problem: 'no list was found in it', exchangeId: answer.exchangeId });
    const found = answer.found ?? null;
    return {
      answer,
      read: {
        ...about,
        state: 'answered',
        url,
        detail: contentOf(operation, answer.records.length),
        error: null,
        found,
      },
    };
  } catch (error) {
    if (!isAppError(error) || error.code === 'cancelled') throw error;
    return { answer: null, read: { ...about, state: 'failed', url, detail: '', error: error.data, found: null } };
  }
}

function skipped({ operations }: TestDeps, connection: Connection, operation: OperationId, detail: string): Tested {
  const { title } = operations.effective(connection, operation).operation;
  return { answer: null, read: { operation, title, state: 'skipped', url: null, detail, error: null, found: null } };
}

/** The reason why no calendar is read; `null` when one is read. */
function whyNoCalendar({ read }: Tested, listingId: string | null): string | null {
  if (read.state === 'skipped') return read.detail;
  if (read.error && !isAboutPath(read.error)) return 'Nothing was sent, because the search failed.';
  return listingId === null ? 'Nothing was sent, because no listing is known.' : null;
}

const firstIdIn = (answer: ApiAnswer | null): string | null =>
  (answer?.records ?? []).reduce<string | null>((id, record: Json) => id ?? summarise(record).id, null);

function contentOf(operation: OperationId, count: number): string {
  const noun = operation === 'calendar' ? 'day' : 'listing';
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
