export interface PackageLock {
  readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly resolved?: string }>>;
}
export function entriesWithoutHash(lock: PackageLock): string[];
