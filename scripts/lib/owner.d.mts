export interface Owner {
  readonly appId: string;
  readonly homepage: string;
  readonly author: { readonly name: string; readonly email: string };
}
export function readOwner(): Owner;
export function placeholdersIn(owner: Owner): string[];
