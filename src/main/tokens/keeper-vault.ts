/** What a keeper needs of the vault. */
import type { Vault } from '../vault/vault.ts';

export type TokenVault = Pick<
  Vault,
  | 'connectionOf'
  | 'identityOf'
  | 'lastGenerationOf'
  | 'secretOf'
  | 'keepToken'
  | 'keptToken'
  | 'dropToken'
  | 'tokenPlace'
>;
