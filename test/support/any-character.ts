/**
 * Any character of Unicode, as the unit of `fc.string`. fast-check's own unit `binary` writes all 1.1 million into a map before the
 * first text, in each process, only to find out which dangerous texts ("__proto__" …) it can write.
 */
import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

export const anyCharacter = fc.nat({ max: LAST - SURROGATES }).map(
  (at) => String.fromCodePoint(at < FIRST_SURROGATE ? at : at + SURROGATES),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character) throw new Error('not one character');
    if (point >= FIRST_SURROGATE && point < FIRST_SURROGATE + SURROGATES) throw new Error('half a character');
    return point < FIRST_SURROGATE ? point : point - SURROGATES;
  },
);
