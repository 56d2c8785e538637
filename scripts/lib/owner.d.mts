export interface Owner {
  readonly appId: string;
  readonly homepage: string;
  readonly author: { readonly name: string; readonly email: string };
  /** The folder of the releases, and the key (Ed25519, SPKI in base64) that their lists of versions are signed with. */
  readonly updates: { readonly url: string; readonly publicKey: string };
}
export function readOwner(): Owner;
export function placeholdersIn(owner: Owner): string[];
