/** Infers the columns of records and which of them to show first (service.md §1.5). */
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { Column, FieldKind } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { fieldKind, fieldTitle, summarise } from './describe-record.ts';
import { readPath, walkFields } from './read-json.ts';

/** How many records are examined. They are spread evenly over the list, so 50,000 records take no longer than 250. */
const SAMPLE_SIZE = 250;
const MAX_SUGGESTED = 8;

interface FieldStatistics {
  readonly path: string;
  count: number;
  readonly kinds: Map<FieldKind, number>;
  readonly values: Set<string>;
  length: number;
}

/** Scores of well-known fields by a pattern of their path; the first match counts. */
const NAME_SCORES: readonly (readonly [RegExp, number])[] = [
  [/^(title|name|displayName|headline)$/i, 100],
  [/^(picture|thumbnail|cover|photo|image)\b.*thumb|^(thumbnail|thumbnailUrl)$/i, 95],
  [/^(address|location)?\.?city$/i, 90],
  [/(^|\.)(basePrice|price|pricePerNight|nightlyRate)$/i, 80],
  [/(^|\.)(accommodates|maxGuests|capacity|sleeps|personCapacity|occupancy)$/i, 72],
  [/^bedrooms|numberOfBedrooms$/i, 68],
  [/^(propertyType|type|category)$/i, 64],
  [/^(status|active|listed|isListed|isActive)$/i, 60],
  [/^nickname$/i, 56],
  [/^bathrooms|numberOfBathrooms$/i, 50],
  [/^(address|location)?\.?(country|state)$/i, 46],
  [/^(roomType|beds)$/i, 44],
  [/^(address|location)\.full$/i, 42],
  [/^(date|checkIn|checkOut|startDate|endDate)$/i, 58],
];

/** The kinds of fields that are worth a column under any name, the best first. */
const KINDS: readonly FieldKind[] = ['money', 'address', 'picture', 'date', 'text', 'number', 'boolean'];

/** Chooses the columns for a table of records: at most eight suggested ones by score, then the others in order of appearance. */
export function inferColumns(records: readonly Json[]): Column[] {
  const sample = sampleOf(records);
  const seen = new Map<string, FieldStatistics>();
  for (const record of sample) walkFields(record, (path, value) => note(seen, path, value));
  const columns = [...seen.values()]
    .slice(0, MAX_ENTRIES.page)
    .map((field) => ({ field, column: columnOf(field, sample.length) }));
  const ranked = columns
    .map(({ field, column }, order) => ({ column, order, score: scoreOf(field, column) }))
    .sort((a, b) => b.score - a.score || a.order - b.order);
  const suggested = choose(ranked.filter(({ score }) => score >= 25).map(({ column }) => column));
  const rest = columns.map(({ column }) => column).filter((column) => !suggested.includes(column));
  return [...suggested.map((column) => ({ ...column, suggested: true })), ...rest];
}

/** Finds the text column that repeats the titles of the first records; `null` when no column does or there is no record. */
export function titlePathOf(columns: readonly Column[], records: readonly Json[]): string | null {
  const sample = records.slice(0, 8);
  const isTitle = ({ path, kind }: Column) =>
    kind === 'text' && sample.every((record) => readPath(record, path) === summarise(record).title);
  return sample.length === 0 ? null : (columns.find(isTitle)?.path ?? null);
}

function sampleOf(records: readonly Json[]): Json[] {
  if (records.length <= SAMPLE_SIZE) return [...records];
  const step = (records.length - 1) / (SAMPLE_SIZE - 1);
  return Array.from({ length: SAMPLE_SIZE }, (_, index) => records[Math.round(index * step)] ?? null);
}

function note(seen: Map<string, FieldStatistics>, path: string, value: Json): void {
  const field = seen.get(path) ?? { path, count: 0, kinds: new Map(), values: new Set(), length: 0 };
  seen.set(path, field);
  const kind = fieldKind(path, value);
  if (kind === null) return;
  field.count += 1;
  field.kinds.set(kind, (field.kinds.get(kind) ?? 0) + 1);
  if (typeof value === 'string') field.length += value.length;
  if (field.values.size < 3 && typeof value !== 'object') field.values.add(String(value));
}

function columnOf({ path, kinds, count }: FieldStatistics, records: number): Column {
  const kind = [...kinds].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'text';
  return { path, title: fieldTitle(path), kind, coverage: records === 0 ? 0 : count / records, suggested: false };
}

function scoreOf({ path, values, count, length }: FieldStatistics, { kind, coverage }: Column): number {
  if (count === 0 || kind === 'object' || kind === 'identifier' || kind === 'link') return 0;
  const depth = path.split('.').length - 1;
  const ofKind = KINDS.includes(kind) ? 40 - 2 * KINDS.indexOf(kind) - 10 * depth : 0;
  const base = NAME_SCORES.find(([pattern]) => pattern.test(path))?.[1] ?? ofKind;
  const alwaysSame = values.size < 2 && count > 4 && kind !== 'picture' ? 20 : 0;
  const wordy = kind === 'text' && length / count > 120 ? 40 : 0;
  return base * (0.4 + 0.6 * coverage) - alwaysSame - wordy;
}

/** The best columns: at most one picture, one list and two parts of an address. */
function choose(ranked: readonly Column[]): Column[] {
  const maxOfKind: Partial<Record<FieldKind, number>> = { picture: 1, address: 2, list: 1 };
  const chosen: Column[] = [];
  for (const column of ranked) {
    const same = chosen.filter(({ kind }) => kind === column.kind).length;
    if (chosen.length < MAX_SUGGESTED && same < (maxOfKind[column.kind] ?? MAX_SUGGESTED)) chosen.push(column);
  }
  return chosen;
}
