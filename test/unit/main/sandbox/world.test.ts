import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nightOf, seededStatus } from '../../../../src/main/sandbox/world/calendar.ts';
import { CITIES } from '../../../../src/main/sandbox/world/city.ts';
import { detailsOf } from '../../../../src/main/sandbox/world/listing-details.ts';
import { listingId, listingIndex } from '../../../../src/main/sandbox/world/listing-id.ts';
import { outlineOf } from '../../../../src/main/sandbox/world/outline.ts';
import { picturesOf } from '../../../../src/main/sandbox/world/pictures.ts';
import { dayNumber } from '../../../../src/shared/model/primitives.ts';
import { PICTURES_FOLDER } from '../../../support/resources.ts';

const index = fc.integer({ min: 0, max: 49_999 });
const FIRST = Array.from({ length: 240 }, (_, at) => outlineOf(at));

describe('the invented listings', () => {
  it('have identifiers that contain their index; no other text is one', () => {
    fc.assert(fc.property(index, (at) => listingIndex(listingId(at)) === at));
    expect(listingIndex('000000000000000000000000')).toBeNull();
    expect(listingIndex('no id')).toBeNull();
    expect(new Set(Array.from({ length: 50_000 }, (_, at) => listingId(at))).size).toBe(50_000);
  });

  it('are in a dozen cities of several countries with several currencies', () => {
    expect(new Set(FIRST.map(({ city }) => city.name)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(FIRST.map(({ city }) => city.country)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(FIRST.map(({ city }) => city.currency.code)).size).toBeGreaterThanOrEqual(8);
    expect(new Set(FIRST.map(({ kind }) => kind.name)).size).toBeGreaterThanOrEqual(7);
    expect(new Set(FIRST.map((outline) => detailsOf(outline).title)).size).toBeGreaterThan(200);
    expect(CITIES).toHaveLength(14);
  });

  it('are a pure function of the index, with plausible values', () => {
    fc.assert(
      fc.property(index, (at) => {
        const [outline, place] = [outlineOf(at), detailsOf(outlineOf(at))];
        expect(detailsOf(outlineOf(at))).toEqual(place);
        expect(outline.accommodates).toBeGreaterThanOrEqual(1);
        expect(outline.basePrice % outline.city.currency.step).toBe(0);
        expect(Math.abs(place.address.lat - outline.city.lat)).toBeLessThan(0.05);
        expect(place.prices.cleaningFee).toBeGreaterThan(0);
        expect(place.pictures.length).toBeGreaterThanOrEqual(3);
        expect(place.pictures.length).toBeLessThanOrEqual(5);
        expect(Date.parse(place.createdAt)).toBeLessThanOrEqual(Date.parse(place.updatedAt));
      }),
      // Once created on the last day, in the afternoon, and updated that morning.
      { examples: [[9_238]] },
    );
  });

  it('cost more at weekends and in high season than on a Tuesday in January', () => {
    const north = FIRST.find(({ city }) => city.code === 'LIS');
    const south = FIRST.find(({ city }) => city.code === 'CPT');
    if (!north || !south) throw new Error('no such city');
    const price = (outline: typeof north, date: string) => nightOf(outline, dayNumber(date)).price;
    expect(price(north, '2027-07-24')).toBeGreaterThan(price(north, '2027-01-12') * 1.3);
    expect(price(south, '2027-01-16')).toBeGreaterThan(price(south, '2027-07-13') * 1.2);
  });

  it('have between a third and four fifths of all nights free', () => {
    const days = Array.from({ length: 365 }, (_, at) => dayNumber('2026-12-01') + at);
    const free = FIRST.flatMap((outline) => days.filter((day) => seededStatus(outline, day) === 'available')).length;
    expect(free / (FIRST.length * days.length)).toBeGreaterThan(0.33);
    expect(free / (FIRST.length * days.length)).toBeLessThan(0.8);
  });

  it('have a well-formed SVG file without scripts, styles or links for every picture', () => {
    const files = new Set(
      Array.from({ length: 4_000 }, (_, at) => picturesOf(outlineOf(at)))
        .flat()
        .map(({ file }) => file),
    );
    // Every file is in use, and every picture has a file.
    expect([...files].sort()).toEqual(readdirSync(PICTURES_FOLDER).sort());
    const thumbnails = readdirSync(join(PICTURES_FOLDER, '..', 'thumbnails'));
    expect(thumbnails.map((file) => file.replace(/webp$/, 'svg')).sort()).toEqual([...files].sort());
    for (const file of files) {
      const svg = readFileSync(join(PICTURES_FOLDER, file), 'utf8').trim();
      expect(svg).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1200 800" width="1200" height="800">.*<\/svg>$/s,
      );
      expect(svg).not.toMatch(/<script|<style|href|NaN|undefined|\bon\w+=/);
      const tags = svg.match(/<\/?[a-zA-Z]+[^>]*>/g) ?? [];
      const opened = tags.filter((tag) => !tag.startsWith('</') && !tag.endsWith('/>')).length;
      expect(tags.filter((tag) => tag.startsWith('</')).length).toBe(opened);
    }
  });

  it('have pictures of their city’s landscape at the caption’s time of day', () => {
    for (const outline of FIRST) {
      for (const { file, caption } of picturesOf(outline)) {
        if (file.startsWith('view-')) expect(file).toContain(outline.city.landscape);
        expect(caption.endsWith('at night')).toBe(file.includes('-night'));
        expect(caption.endsWith('at sunset')).toBe(file.includes('-evening'));
      }
    }
  });
});
