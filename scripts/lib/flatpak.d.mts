import type { Owner } from './owner.mjs';

export function flatpakManifest(given: {
  owner: Pick<Owner, 'appId'>;
  installers: readonly { readonly name: string; readonly sha256: string }[];
  url: string;
}): object;
export function metainfo(given: {
  owner: Pick<Owner, 'appId' | 'homepage' | 'author'>;
  about: { version: string; license: string; description: string; synopsis: string };
  date: string;
  pictures: string;
  details: string;
}): string;
