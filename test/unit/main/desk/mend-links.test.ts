/** Files of earlier versions that name a deleted replacement: the earlier quote can be changed and booked again. */
import { expect, it } from 'vitest';
import { summaryOf, writeQuote } from '../../../../src/main/desk/quote-database.ts';
import type { Quote } from '../../../../src/shared/model/quote.ts';
import { MemoryQuotes } from '../../../support/memory-quotes.ts';
import { offeredQuote } from '../../../support/offer-fixtures.ts';

const CONNECTION = 'c1';
const quoteOf = (id: string, changes: Partial<Quote>): Quote =>
  offeredQuote({ id, connectionId: CONNECTION, ...changes });

/** A file as a version wrote it that left the links of deleted quotes. */
function fileOf(...quotes: Quote[]): MemoryQuotes {
  const file = new MemoryQuotes();
  quotes.forEach((quote, at) => {
    const annotation = { note: 'sealed', followUpOn: null, sentOn: null, offers: [] };
    const entry = { number: at + 1, connectionId: quote.connectionId, summary: summaryOf(quote), pictureUrl: null };
    writeQuote(file.database, { ...entry, annotation }, { quote, pictureUrl: null });
  });
  return file;
}
const replacedBy = (file: MemoryQuotes, id: string) => file.open().find(CONNECTION, id)?.quote.replacedBy;

it('a quote whose replacement is gone is not replaced, on the disk too, and keeps what people added', () => {
  const file = fileOf(quoteOf('earlier', { replacedBy: 'gone' }));
  const store = file.open();
  expect(store.find(CONNECTION, 'earlier')?.quote.replacedBy).toBeNull();
  expect([...store.entries(CONNECTION)].map(({ summary }) => summary.isReplaced)).toEqual([false]);
  expect(store.annotation(CONNECTION, 'earlier').note).toBe('sealed');
  expect(file.text).not.toContain('gone');
});

it('a replacement that is there stays, also one of an unknown form, but not one of another connection', () => {
  const file = fileOf(
    quoteOf('earlier', { replacedBy: 'later' }),
    quoteOf('later', { replaces: 'earlier' }),
    quoteOf('older', { replacedBy: 'unreadable' }),
    quoteOf('unreadable', { replaces: 'older' }),
    quoteOf('mixed', { replacedBy: 'elsewhere' }),
    quoteOf('elsewhere', { connectionId: 'c2' }),
  );
  file.database.run("UPDATE quotes SET summary = '{}' WHERE id = 'unreadable'");
  expect(replacedBy(file, 'earlier')).toBe('later');
  expect(replacedBy(file, 'older')).toBe('unreadable');
  expect(replacedBy(file, 'mixed')).toBeNull();
});
