/** Windows and searches of results agree with a comparison of every row. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipboardTable } from '../../../../src/main/platform/csv/clipboard-table.ts';
import { copyResults } from '../../../../src/main/tasks/copy-results.ts';
import { RowFinder } from '../../../../src/main/tasks/find-rows.ts';
import { readRows } from '../../../../src/main/tasks/read-rows.ts';
import { matchingBatches } from '../../../../src/main/tasks/result-batches.ts';
import type { Json } from '../../../../src/shared/model/primitives.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { openTaskStore } from '../../../support/stores-in.ts';

const word = fc.constantFrom('available', 'booked', 'Zürich', 'Straße', '2026-12-24', '199', 'a\nb', 'é', '');
const cell: fc.Arbitrary<Json> = fc.oneof(word, fc.integer({ min: 0, max: 300 }), fc.constant(null), fc.boolean());
const step = fc.record({
  title: fc.constantFrom('Sunny flat', 'Altbau am See', 'Zürich Mitte'),
  rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
});
const search = fc
  .array(fc.constantFrom('avail', 'BOOKED', 'zürich', 'straße', '12-24', '9', 'see', 'sunny', 'é', 'true'), {
    maxLength: 3,
  })
  .map((words) => words.join('  '));

describe('reading results', () => {
  it('returns the rows that a comparison of every row finds, in any window, while results grow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.array(fc.tuple(search, fc.nat(40), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 5 }),
        fc.nat(12),
        async (steps, windows, early) => {
          const store = openTaskStore();
          const finder = new RowFinder(store, new ManualClock());
          const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
          const { number } = store.create(
            { id: 't', connectionId: 'c', credentialId: 'k', title: 'T', spec, createdAt: 0 },
            steps.map(({ title }, index) => ({ key: `l${index}`, title })),
          );
          const all: { index: number; step: string; cells: Json[]; raw: Json; text: string }[] = [];
          const take = (index: number): void => {
            const { title, rows } = steps[index] ?? { title: '', rows: [] };
            const key = `l${index}`;
            store.stepDone(
              number,
              index,
              { key, title },
              rows.map((cells, line) => ({ cells, raw: { line } })),
              0,
            );
            for (const [line, cells] of rows.entries())
              all.push({
                index: all.length,
                step: `${title} (${key})`,
                cells,
                raw: { line },
                text: `${title} (${key})\n${cells.map((it) => String(it ?? '').replaceAll('\n', ' ')).join(' ')}`.toLowerCase(),
              });
          };
          const look = async (): Promise<void> => {
            for (const [words, offset, limit] of windows) {
              const [task] = store.tasks();
              if (!task) throw new Error('the task is gone');
              const { total, rows } = await readRows({ store, finder }, task, { search: words, offset, limit });
              const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
              const matching = all.filter(({ text }) => wanted.every((it) => text.includes(it)));
              expect(total).toBe(matching.length);
              const exported: (readonly Json[])[] = [];
              for await (const batch of matchingBatches({ store, finder }, task, words, () => {}))
                exported.push(...batch);
              expect(exported).toEqual(matching.map(({ cells }) => cells));
              const copied = await copyResults({ store, finder }, task, {
                search: words,
                columns: ['title', 'listing', 'nowhere'],
                heads: ['One', 'Two', 'Three'],
                offset,
                count: limit,
              });
              const wantedRows = matching.slice(offset, offset + limit);
              const lines = [
                ['One', 'Two', 'Three'],
                ...wantedRows.map(({ cells }) => [cells[1] ?? null, cells[0] ?? null, null]),
              ];
              expect(copied).toEqual({
                ...clipboardTable({ heads: null, rows: lines as (string | number | null)[][] }),
                rows: wantedRows.length,
                wanted: wantedRows.length,
              });
              expect(rows).toEqual(matching.slice(offset, offset + limit).map(({ text: _, ...row }) => row));
            }
          };
          for (const index of steps.keys()) {
            take(index);
            if (index === early) await look();
          }
          await look();
          store.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  it('copies more rows than it reads at once', async () => {
    const store = openTaskStore();
    const finder = new RowFinder(store, new ManualClock());
    const spec = { kind: 'calendars', from: '2026-12-01', until: '2026-12-02', listingIds: null } as const;
    const steps = [0, 1, 2].map((index) => ({ key: `l${index}`, title: 'House' }));
    const { number } = store.create(
      { id: 't', connectionId: 'c', credentialId: 'k', title: 'T', spec, createdAt: 0 },
      steps,
    );
    for (const [index, step] of steps.entries()) {
      const rows = Array.from({ length: 600 }, (_, line) => ({ cells: [`${index}.${line}`, ''], raw: null }));
      store.stepDone(number, index, step, rows, 0);
    }
    const [task] = store.tasks();
    if (!task) throw new Error('the task is gone');
    const copy = (columns: string[], offset: number, count: number) =>
      copyResults({ store, finder }, task, { search: '', columns, heads: null, offset, count });
    const copied = await copy(['listing'], 100, 1_050);
    expect(copied).toMatchObject({ rows: 1_050, wanted: 1_050 });
    expect(copied.text.split('\r\n').at(-1)).toBe('1.549');
    expect(await copy(['listing'], 1_700, 5_000)).toMatchObject({ rows: 100, wanted: 100 });
    expect(await copy(['listing'], 5_000, 5)).toMatchObject({ rows: 0, wanted: 0, text: '' });
    store.close();
  });
});
