import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf, fieldKind, fieldTitle, summarise } from '../../../../src/main/api/describe-record.ts';
import { inferColumns, titlePathOf } from '../../../../src/main/api/infer-columns.ts';
import { findRecords, readPath } from '../../../../src/main/api/read-json.ts';
import { Column } from '../../../../src/shared/model/field.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';

const listing = (index: number): Json => ({
  _id: `64a1f0c2b3d4e5f6a7b8c9${String(index % 100).padStart(2, '0')}`,
  title: `Loft ${index}`,
  nickname: `L-${index}`,
  propertyType: index % 2 ? 'Apartment' : 'House',
  roomType: 'Entire home/apt',
  accommodates: 2 + (index % 5),
  bedrooms: 1 + (index % 3),
  active: index % 7 !== 0,
  address: {
    full: `Rua ${index}, Lisbon, Portugal`,
    street: `Rua ${index}`,
    city: index % 2 ? 'Lisbon' : 'Porto',
    country: 'Portugal',
    lat: 38.7,
    lng: -9.1,
  },
  prices: { basePrice: 80 + index, currency: 'EUR', cleaningFee: 30 },
  picture: {
    thumbnail: `https://p.example/${index}-s.jpg`,
    large: `https://p.example/${index}.jpg`,
    caption: 'Living room',
  },
  pictures: [
    {
      _id: 'p',
      thumbnail: `https://p.example/${index}-s.jpg`,
      original: `https://p.example/${index}.jpg`,
      caption: 'Living room',
    },
  ],
  amenities: ['WIFI', 'POOL'],
  nightlyRates: { '2026-12-01': 90, '2026-12-02': 95 },
  publicDescription: { summary: 'A long text. '.repeat(30) },
  createdAt: '2025-01-02T03:04:05.000Z',
});

describe('fieldKind', () => {
  it.each<[string, Json, ReturnType<typeof fieldKind>]>([
    ['prices.guestsIncludedInRegularFee', 2, 'number'],
    ['nights_per_rent', 7, 'number'],
    ['numberOfFees', 3, 'number'],
    ['commissionPercentOfPrice', 12, 'number'],
    ['guestFee', 15, 'money'],
    ['nightlyRate', 90, 'money'],
    ['a', null, null],
    ['a', '', null],
    ['active', true, 'boolean'],
    ['bedrooms', 2, 'number'],
    ['prices.basePrice', 80, 'money'],
    ['prices.basePrice', '80.50', 'money'],
    ['totalTaxes', 3, 'money'],
    ['checkIn', '2026-12-01', 'date'],
    ['note', '2026-02-30', 'text'],
    ['createdAt', '2026-12-01T10:00:00Z', 'instant'],
    ['createdAt', 1_780_000_000_000, 'instant'],
    ['picture.large', 'https://h/x', 'picture'],
    ['website', 'https://h/x', 'link'],
    ['hero', 'https://h/x.webp?w=2', 'picture'],
    ['_id', 'abc', 'identifier'],
    ['accountId', 'abc', 'identifier'],
    ['ref', '64a1f0c2b3d4e5f6a7b8c9d0', 'identifier'],
    ['address.city', 'Lisbon', 'address'],
    ['title', 'Loft', 'text'],
    ['amenities', ['a'], 'list'],
    ['extra', {}, 'object'],
  ])('%s %j is %s', (path, value, kind) => {
    expect(fieldKind(path, value)).toBe(kind);
  });

  it.each([
    ['address.city', 'Address · City'],
    ['_id', 'ID'],
    ['listing.accommodates', 'Listing · Sleeps'],
    ['constructor', 'Constructor'],
    ['prices.basePrice', 'Prices · Base price'],
    ['check_in_time', 'Check in time'],
    ['listingId', 'Listing ID'],
    ['HTMLTitle', 'HTML title'],
  ])('%s is headed %s', (path, title) => {
    expect(fieldTitle(path)).toBe(title);
  });
});

describe('titlePathOf', () => {
  const titleOf = (records: Json[]) => titlePathOf(inferColumns(records), records);
  it('is the text field that repeats every title', () => {
    expect(titleOf(Array.from({ length: 60 }, (_, index) => listing(index)))).toBe('title');
  });
  it('is null when the titles come from several fields, and without records', () => {
    expect(
      titleOf([
        { id: '1', title: 'Loft' },
        { id: '2', name: 'House' },
      ]),
    ).toBeNull();
    expect(titleOf([])).toBeNull();
  });
});

describe('inferColumns', () => {
  it('suggests what a person wants to see first', () => {
    const columns = inferColumns(Array.from({ length: 60 }, (_, index) => listing(index)));
    expect(columns.filter(({ suggested }) => suggested).map(({ path }) => path)).toEqual([
      'title',
      'picture.thumbnail',
      'address.city',
      'prices.basePrice',
      'accommodates',
      'bedrooms',
      'propertyType',
      'active',
    ]);
    const kinds = Object.fromEntries(columns.map(({ path, kind }) => [path, kind]));
    expect(kinds).toMatchObject({
      _id: 'identifier',
      nightlyRates: 'object',
      amenities: 'list',
      pictures: 'list',
      createdAt: 'instant',
    });
    expect(kinds).not.toHaveProperty('nightlyRates.2026-12-01');
    expect(columns.every((column) => Column.safeParse(column).success)).toBe(true);
  });

  it('counts coverage and needs no known name', () => {
    const columns = inferColumns([{ foo: 'a', bar: 1 }, { foo: 'b' }, { foo: 'c', bar: null }, { foo: 'd' }]);
    expect(columns.map(({ path, coverage }) => [path, coverage])).toEqual([
      ['foo', 1],
      ['bar', 0.25],
    ]);
    expect(columns[0]?.suggested).toBe(true);
    expect(inferColumns([])).toEqual([]);
    expect(inferColumns(['text', 3, null])).toEqual([]);
  });

  it('gives the same columns for the same records, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (records) => {
        const columns = inferColumns(records as Json[]);
        expect(inferColumns(records as Json[])).toEqual(columns);
        expect(columns.filter(({ suggested }) => suggested).length).toBeLessThanOrEqual(8);
        expect(columns.every(({ coverage }) => coverage >= 0 && coverage <= 1)).toBe(true);
        for (const { path } of columns)
          expect(records.some((record) => readPath(record as Json, path) !== undefined)).toBe(true);
        for (const record of records) {
          summarise(record as Json);
          factsOf(record as Json);
          findRecords(record as Json);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('looks at a sample of 50,000 records', () => {
    const looked = new Set<string | symbol>();
    const records = Array.from({ length: 50_000 }, (_, index) => listing(index));
    const watched = new Proxy(records, {
      get(target, key) {
        if (/^\d+$/.test(String(key))) looked.add(key);
        return Reflect.get(target, key);
      },
    });
    expect(inferColumns(watched)).toEqual(inferColumns(records));
    expect(looked.size).toBeLessThanOrEqual(300);
  });
});

describe('summarise', () => {
  it('reads a listing', () => {
    expect(summarise(listing(1))).toEqual({
      id: '64a1f0c2b3d4e5f6a7b8c901',
      title: 'Loft 1',
      subtitle: 'Apartment · Lisbon, Portugal',
      place: 'Lisbon, Portugal',
      pictures: [{ thumbnail: 'https://p.example/1-s.jpg', large: 'https://p.example/1.jpg', caption: 'Living room' }],
    });
  });

  it('gives every record a title', () => {
    expect(summarise({ foo: 'Casa Verde', n: 1 }).title).toBe('Casa Verde');
    expect(summarise({ id: 7 })).toMatchObject({
      id: '7',
      title: 'Record 7',
      pictures: [],
      place: null,
      subtitle: null,
    });
    expect(summarise(null).title).toBe('Untitled');
    expect(summarise({ doorCode: 'behind the pot', guestName: 'Ada', about: 'By the sea' }).title).toBe('By the sea');
    expect(summarise({ photos: ['https://h/1.png', 'https://h/1.png', 'nope'] }).pictures).toHaveLength(1);
  });

  it('lists the facts of a record', () => {
    const facts = factsOf({ a: { b: { c: { d: 1 } } }, empty: null, list: [1] });
    expect(facts.map(({ path, kind }) => [path, kind])).toEqual([
      ['a.b.c', 'object'],
      ['list', 'list'],
    ]);
  });
});

describe('findRecords', () => {
  it.each<[string, Json, string | undefined]>([
    ['a bare list', [{ a: 1 }], ''],
    ['results', { results: [{ a: 1 }], tags: [{ x: 1 }, { x: 2 }, { x: 3 }] }, 'results'],
    ['an empty list of a known name', { results: [] }, 'results'],
    ['a list under data', { data: { listings: [{ a: 1 }] } }, 'data.listings'],
    ['a list of an unknown name', { ok: true, casas: [{ a: 1 }, { a: 2 }] }, 'casas'],
    ['no list of objects', { names: ['a', 'b'], one: { a: 1 } }, undefined],
    ['nothing', null, undefined],
  ])('finds %s', (_, body, path) => {
    expect(findRecords(body)?.path).toBe(path);
  });
});

describe('readPath', () => {
  it('reads own properties of objects and lists only', () => {
    const json: Json = { a: { b: [{ c: 1 }] } };
    expect(readPath(json, 'a.b.0.c')).toBe(1);
    expect(readPath(json, '')).toBe(json);
    for (const path of ['a.x', 'a.b.5', 'a.b.length', 'constructor', '__proto__.x', 'a.b.0.c.d'])
      expect(readPath(json, path)).toBeUndefined();
  });
});
