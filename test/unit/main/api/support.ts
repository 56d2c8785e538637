/** A connection and an OperationStore for tests of `api/`. */

import { OperationStore, type OperationsFile } from '../../../../src/main/api/operation-store.ts';
import type { Connection } from '../../../../src/shared/model/connection.ts';
import { PRESET_LIMITS } from '../../../../src/shared/model/rates.ts';
import { PRESET_TOKEN_RULES } from '../../../../src/shared/model/token-rules.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';

export const connection: Connection = {
  id: 'c1',
  name: 'Test',
  presetId: 'guesty',
  addresses: {
    baseUrl: 'https://open.example',
    authUrl: 'https://open.example',
    bookingBaseUrl: 'https://booking.example/api',
    bookingAuthUrl: 'https://booking.example',
  },
  openApi: null,
  applications: [],
  activeApplicationId: null,
  renewalMarginMinutes: 30,
  quotaReset: 'rolling',
  issuanceReserve: 0,
  limits: PRESET_LIMITS,
  tokenRules: PRESET_TOKEN_RULES,
  createdAt: 0,
};

export function makeBook(document = new MemoryDocument<OperationsFile>()): OperationStore {
  return new OperationStore({ document });
}
