export function packagesFile(debs: readonly { name: string; size: number; hash: string; control: string }[]): string;
export function releaseFile(given: {
  architectures: readonly string[];
  lists: Readonly<Record<string, string | Uint8Array>>;
  date: Date;
}): string;
export function sourcesFile(given: { url: string; key: string }): string;
