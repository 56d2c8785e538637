import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../../../src/main/sandbox/pictures/draw.ts';
import { nightOf, seededStatus } from '../../../../src/main/sandbox/world/calendar.ts';
import { CITIES } from '../../../../src/main/sandbox/world/cities.ts';
import { listingId, listingIndex } from '../../../../src/main/sandbox/world/listing-id.ts';
import { outlineOf } from '../../../../src/main/sandbox/world/outline.ts';
import { placeOf } from '../../../../src/main/sandbox/world/place.ts';
import { dayNumber } from '../../../../src/shared/model/primitives.ts';

const index = fc.integer({ min: 0, max: 49_999 });
const FIRST = Array.from({ length: 240 }, (_, at) => outlineOf(at));

describe('the invented world', () => {
  it('gives identifiers that lead back to their listing, and no other text does', () => {
    fc.assert(fc.property(index, (at) => listingIndex(listingId(at)) === at));
    expect(listingIndex('000000000000000000000000')).toBeNull();
    expect(listingIndex('no id')).toBeNull();
    expect(new Set(Array.from({ length: 50_000 }, (_, at) => listingId(at))).size).toBe(50_000);
  });

  it('stands in a dozen cities of several countries with several currencies', () => {
    expect(new Set(FIRST.map(({ city }) => city.name)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(FIRST.map(({ city }) => city.country)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(FIRST.map(({ city }) => city.currency.code)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(FIRST.map(({ kind }) => kind.name)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(FIRST.map((outline) => placeOf(outline).title)).size).toBeGreaterThan(200);
    expect(CITIES).toHaveLength(14);
  });

  it('is a pure function of the index, with sensible facts', () => {
    fc.assert(
      fc.property(index, (at) => {
        const [outline, place] = [outlineOf(at), placeOf(outlineOf(at))];
        expect(placeOf(outlineOf(at))).toEqual(place);
        expect(outline.accommodates).toBeGreaterThanOrEqual(1);
        expect(outline.basePrice % outline.city.currency.step).toBe(0);
        expect(Math.abs(place.address.lat - outline.city.lat)).toBeLessThan(0.05);
        expect(place.prices.cleaningFee).toBeGreaterThan(0);
        expect(place.pictures.length).toBeGreaterThanOrEqual(3);
        expect(place.pictures.length).toBeLessThanOrEqual(5);
        expect(Date.parse(place.createdAt)).toBeLessThanOrEqual(Date.parse(place.updatedAt));
      }),
    );
  });

  it('prices weekends and high season above a Tuesday in January', () => {
    const north = FIRST.find(({ city }) => city.code === 'LIS');
    const south = FIRST.find(({ city }) => city.code === 'CPT');
    if (!north || !south) throw new Error('no such city');
    const price = (outline: typeof north, date: string) => nightOf(outline, dayNumber(date)).price;
    expect(price(north, '2027-07-24')).toBeGreaterThan(price(north, '2027-01-12') * 1.3);
    expect(price(south, '2027-01-16')).toBeGreaterThan(price(south, '2027-07-13') * 1.2);
  });

  it('leaves between a third and four fifths of all nights free', () => {
    const days = Array.from({ length: 365 }, (_, at) => dayNumber('2026-12-01') + at);
    const free = FIRST.flatMap((outline) => days.filter((day) => seededStatus(outline, day) === 'available')).length;
    expect(free / (FIRST.length * days.length)).toBeGreaterThan(0.33);
    expect(free / (FIRST.length * days.length)).toBeLessThan(0.8);
  });

  it('draws every picture as well-formed SVG without scripts, styles or links', () => {
    for (const outline of FIRST.slice(0, 60)) {
      const { pictures } = placeOf(outline);
      for (let number = 0; number < pictures.length; number += 1) {
        const svg = drawPicture(outline, number);
        expect(svg).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1200 800" width="1200" height="800">.*<\/svg>$/s,
        );
        expect(svg).not.toMatch(/<script|<style|href|NaN|undefined|\bon\w+=/);
        const tags = svg?.match(/<\/?[a-zA-Z]+[^>]*>/g) ?? [];
        const opened = tags.filter((tag) => !tag.startsWith('</') && !tag.endsWith('/>')).length;
        expect(tags.filter((tag) => tag.startsWith('</')).length).toBe(opened);
        expect(drawPicture(outline, number)).toBe(svg);
      }
      expect(drawPicture(outline, pictures.length)).toBeNull();
    }
  });
});
