/** What a keeper needs of the vault. */
import type { Vault } from '../vault/vault.ts';

export type KeeperVault = Pick<
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
