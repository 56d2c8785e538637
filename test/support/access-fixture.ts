/** What the service answered last, for one application "Website". */
import type { AccessAnswer, AccessMatrix, AccessOutcome, ServiceAnswer } from '../../src/shared/model/access.ts';
import type { OperationId } from '../../src/shared/model/operation.ts';

type Given = Partial<Record<OperationId, { readonly status: number; readonly at: number }>>;

const outcomeOf = (status: number): AccessOutcome =>
  status < 300 ? 'works' : status === 401 ? 'unauthorized' : status === 403 ? 'forbidden' : 'other';

export const answerFixture = (status: number, at: number): AccessAnswer => ({
  ...{ outcome: outcomeOf(status), status, at, exchangeId: `ex-${at}`, generation: 3, lastWorkedAt: null },
  outdated: null,
});

export const accessFixture = (given: Given): Pick<AccessMatrix, 'cells' | 'credentials' | 'services'> => ({
  credentials: [{ id: 'website', api: 'booking', label: 'Website', hasToken: true }],
  cells: Object.entries(given).map(([operation, { status, at }]) => ({
    operation: operation as OperationId,
    credentialId: 'website',
    answer: answerFixture(status, at),
  })),
  services: [],
});

export const serviceFixture = (changes: Partial<ServiceAnswer> = {}): ServiceAnswer => ({
  ...{ api: 'booking', host: 'booking.example.test', failed: false, status: 200, at: 0, exchangeId: 'ex-service' },
  lastWorkedAt: null,
  ...changes,
});

/** A whole matrix in which everything works, or what is given. */
export const matrixFixture = (
  connectionId: string,
  given: Partial<Pick<AccessMatrix, 'cells' | 'credentials' | 'services'>> = {},
): AccessMatrix => ({
  ...{ connectionId, asOf: Date.now(), requestMs: 200, credentials: [], operations: [], cells: [], conclusions: [] },
  services: [serviceFixture({ at: Date.now() })],
  ...given,
});
