/** Addresses like those of `fc.webUrl`, which makes a map of all characters first (see any-character.ts): three seconds in each process. */
import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

const plain = fc.constantFrom(..."abcxyzABCXYZ0189-._~!$&'()*+,;=:@");
const unit = fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: anyCharacter.map(encodeURIComponent) });
const segment = fc.string({ unit });
/** Slashes and question marks are plain in a query and in a fragment. */
const tail = fc.string({ unit: fc.oneof({ weight: 9, arbitrary: unit }, fc.constantFrom('/', '?')) });
const placeAt = (...schemes: string[]) =>
  fc
    .tuple(fc.constantFrom(...schemes), fc.domain(), fc.array(segment))
    .map(([scheme, host, path]) => [`${scheme}://${host}`, ...path].join('/'));
const after = (mark: string, text: string | null) => (text === null ? '' : mark + text);

/** With neither query nor fragment. */
export const anyHttpsPlace = placeAt('https');
export const anyWebUrl = fc
  .tuple(placeAt('http', 'https'), fc.option(tail), fc.option(tail))
  .map(([place, query, fragment]) => place + after('?', query) + after('#', fragment));
