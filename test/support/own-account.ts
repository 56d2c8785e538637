/** Each connection is a service account of its own. */
import type { ServiceAccount } from '../../src/main/vault/service-account.ts';

export const ownAccount = (id: string): ServiceAccount => ({ id, connectionIds: [id] });
