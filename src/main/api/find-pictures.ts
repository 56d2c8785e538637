/** Finds the pictures of a record. */
import type { Json } from '../../shared/model/primitives.ts';
import { firstText, readPath } from './read-path.ts';

/** Addresses of one picture: a small and a large form, the same where there is only one. */
export interface PictureUrls {
  readonly thumbnail: string;
  readonly large: string;
  readonly caption: string | null;
}

const LISTS = ['pictures', 'photos', 'images', 'gallery', 'media', 'listing.pictures'];
const SINGLES = ['picture', 'photo', 'image', 'thumbnail', 'thumbnailUrl', 'coverPhoto', 'cover', 'listing.picture'];
const SMALL = [
  'thumbnail',
  'small',
  'thumb',
  'thumbnailUrl',
  'regular',
  'medium',
  'url',
  'src',
  'large',
  'original',
  'href',
];
const LARGE = ['large', 'original', 'xlarge', 'full', 'regular', 'medium', 'url', 'src', 'href', 'thumbnail'];
const CAPTIONS = ['caption', 'title', 'alt', 'description'];

/** The pictures in their order, each once. A single cover picture counts when the record has no list. */
export function findPictures(record: Json): PictureUrls[] {
  for (const path of LISTS) {
    const list = readPath(record, path);
    const pictures = Array.isArray(list) ? unique(list.flatMap((item) => pictureOf(item) ?? [])) : [];
    if (pictures.length > 0) return pictures;
  }
  for (const path of SINGLES) {
    const picture = pictureOf(readPath(record, path) ?? null);
    if (picture) return [picture];
  }
  return [];
}

function pictureOf(value: Json): PictureUrls | null {
  if (typeof value === 'string') return isUrl(value) ? { thumbnail: value, large: value, caption: null } : null;
  const thumbnail = url(value, SMALL);
  const large = url(value, LARGE);
  return thumbnail === null || large === null ? null : { thumbnail, large, caption: firstText(value, ...CAPTIONS) };
}

function url(value: Json, names: readonly string[]): string | null {
  for (const name of names) {
    const text = firstText(value, name);
    if (text !== null && isUrl(text)) return text;
  }
  return null;
}

function isUrl(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

function unique(pictures: readonly PictureUrls[]): PictureUrls[] {
  const seen = new Set<string>();
  return pictures.filter(({ large }) => !seen.has(large) && seen.add(large));
}
