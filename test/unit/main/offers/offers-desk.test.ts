import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { offerDocument } from '../../../../src/main/offers/offer-document.ts';
import { OfferDrafts, StoredDraft } from '../../../../src/main/offers/offer-drafts.ts';
import { mailOf, writeMail } from '../../../../src/main/offers/offer-mail.ts';
import { OffersDesk } from '../../../../src/main/offers/offers-desk.ts';
import { PropertyNotes, StoredNote } from '../../../../src/main/offers/property-notes.ts';
import { SavedTexts } from '../../../../src/main/offers/saved-texts.ts';
import { SenderStore } from '../../../../src/main/offers/sender-store.ts';
import type { Deletions } from '../../../../src/main/store/deletions.ts';
import type { Stores } from '../../../../src/main/store/stores.ts';
import { DataKey, type DataKeyFile } from '../../../../src/main/vault/data-key.ts';
import { SealedRecords } from '../../../../src/main/vault/sealed-records.ts';
import { SecretCipher } from '../../../../src/main/vault/secret-cipher.ts';
import { AppError } from '../../../../src/shared/app-error.ts';
import { OfferDocument, type OfferInput, OfferWay } from '../../../../src/shared/model/offer.ts';
import type { Guest, Quote } from '../../../../src/shared/model/quote.ts';
import type { MadeOffer } from '../../../../src/shared/model/quote-board.ts';
import { FakeCipher } from '../../../support/fake-cipher.ts';
import { FakeLog } from '../../../support/fake-log.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { memoryDeletions } from '../../../support/memory-deletions.ts';
import { MemoryDocument } from '../../../support/memory-document.ts';
import { HARBOUR, JUST_AFTER_MIDNIGHT, offeredQuote, offerParts } from '../../../support/offer-fixtures.ts';
import { SequenceRandom } from '../../../support/sequence-random.ts';
import { storesIn } from '../../../support/stores-in.ts';
import { makeTempFolder, removeTempFolder } from '../../../support/temp-folder.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const input: OfferInput = {
  connectionId: 'c-1',
  quoteIds: ['q-1'],
  language: 'en',
  guestName: 'Zqada Zqmarsh',
  guestEmail: 'zqada@guest.example',
  ...{ kind: 'offer' as const, opening: '', closing: '', next: '', amenities: null },
};

let folder: string;
let quotes: Quote[];
let used: { quoteIds: readonly string[]; guest: Guest }[];
let desk: OffersDesk;
let stores: Stores;
let marked: string[];
let marks: Map<string, MadeOffer[]>;
let log: FakeLog;
let cipher: FakeCipher;
let deletions: Deletions;
let drafts: OfferDrafts;
let notes: PropertyNotes;
/** The ids of quotes whose deletion can be undone. */
let hidden: string[];
let keyFile: MemoryDocument<DataKeyFile>;

beforeEach(() => {
  hidden = [];
  keyFile = new MemoryDocument();
  folder = makeTempFolder();
  mkdirSync(join(folder, 'store'));
  quotes = [offeredQuote(), offeredQuote({ id: 'q-2', listingTitle: 'Hill house', picture: null })];
  used = [];
  marked = [];
  marks = new Map();
  log = new FakeLog();
  cipher = new FakeCipher();
  desk = openDesk();
});
afterEach(() => {
  stores.close();
  removeTempFolder(folder);
});

const sentOf = async (quoteId: string, connectionId = 'c-1') => (await desk.sent(connectionId, quoteId)).offers;

const mark = (_connectionId: string, quoteId: string, sent: MadeOffer): void => {
  marks.set(quoteId, [sent, ...(marks.get(quoteId) ?? [])]);
  marked.push(`${quoteId} ${sent.by}`);
};

function openDesk(limits?: { count: number; bytes: number }, noteOffer = mark): OffersDesk {
  const clock = new ManualClock(JUST_AFTER_MIDNIGHT - 60_000);
  deletions = memoryDeletions(clock);
  const secrets = new SecretCipher({ cipher, log, storeUnprotected: () => false });
  const key = new DataKey({ document: keyFile, cipher: secrets, log });
  const schema = z.object({
    by: OfferWay,
    guestName: z.string(),
    guestEmail: z.string().default(''),
    document: OfferDocument,
  });
  stores = storesIn(join(folder, 'store'));
  const database = stores.inConsole({ what: 'The sent offers' });
  drafts = new OfferDrafts({
    ...{ clockOf: () => clock, random: new SequenceRandom(1, 'draft') },
    records: new SealedRecords({ database, kind: 'offer draft', schema: StoredDraft, key }),
  });
  notes = new PropertyNotes({
    ...{ clockOf: () => clock, random: new SequenceRandom(1, 'note') },
    records: new SealedRecords({ database, kind: 'property note', schema: StoredNote, key }),
  });
  return new OffersDesk({
    drafts,
    propertyNotes: notes,
    quoteOf: (_connectionId, quoteId) => quotes.find(({ id }) => id === quoteId) ?? null,
    isStored: (_connectionId, quoteId) => hidden.includes(quoteId),
    listingOf: () => HARBOUR,
    pictures: { load: async (id) => (id === 'harbour' ? { type: 'image/png', data: PNG } : null) },
    sender: new SenderStore(new MemoryDocument()),
    records: new SealedRecords({ database, kind: 'offer', schema, key }),
    marksOf: (_connectionId, quoteId) => marks.get(quoteId) ?? [],
    noteOffer,
    guests: { used: (_connectionId, quoteIds, guest) => used.push({ quoteIds, guest }) },
    clockOf: () => clock,
    random: new SequenceRandom(),
    deletions,
    log,
    zone: () => 'UTC',
    ...(limits ? { limits } : {}),
  });
}
const noCopy = async () => {};

describe('an offer', () => {
  it('is copied as text and HTML with its pictures, and kept as it was sent', async () => {
    const copied: { text: string; html: string }[] = [];
    await desk.copyMail({ ...input, quoteIds: ['q-2', 'q-1'] }, async (content) => void copied.push(content));
    expect(copied[0]?.text).toMatch(/Hill house.*Harbour loft/s);
    expect(copied[0]?.html).toContain(`src="data:image/png;base64,${PNG.toString('base64')}"`);
    quotes = [];
    const [head] = await sentOf('q-1');
    expect(head).not.toHaveProperty('document');
    const sent = await desk.sentDocument('c-1', head?.id ?? '');
    expect(sent).toMatchObject({ by: 'mail', guestName: input.guestName, at: JUST_AFTER_MIDNIGHT - 60_000 });
    expect(sent.document.places.map(({ title }) => title)).toEqual(['Hill house', 'Harbour loft']);
    expect(await sentOf('q-2')).toHaveLength(1);
    expect(await sentOf('q-1', 'other')).toEqual([]);
    await expect(desk.sentDocument('other', head?.id ?? '')).rejects.toMatchObject({ code: 'notFound' });
    expect(marked).toEqual(['q-2 mail', 'q-1 mail']);
    expect(used).toEqual([
      {
        quoteIds: ['q-2', 'q-1'],
        guest: { firstName: 'Zqada', lastName: 'Zqmarsh', email: 'zqada@guest.example', phone: '' },
      },
    ]);
  });

  it('counts as sent when it cannot be kept, because the key store is locked', async () => {
    cipher.failEncrypt = true;
    const { notKept } = await desk.copyMail(input, noCopy);
    expect(notKept).toMatchObject({ code: 'storageFailed', access: 'key' });
    expect(marked).toEqual(['q-1 mail']);
    expect(log.text).toContain('keeping a sent offer failed');
    cipher.failEncrypt = false;
    expect(await desk.sent('c-1', 'q-1')).toMatchObject({ offers: [], gone: 1 });
  });

  it('is kept when its quotes cannot be marked, and says so', async () => {
    stores.close();
    desk = openDesk(undefined, () => {
      throw new AppError('storageFailed', { what: 'The quotes', reason: 'the disk is full', access: 'write' });
    });
    const { file, notKept } = await desk.saveMail({ ...input, quoteIds: ['q-1', 'q-2'] }, join(folder, 'offer.eml'));
    expect([file?.path, notKept]).toMatchObject([join(folder, 'offer.eml'), { reason: 'the disk is full' }]);
    expect([await sentOf('q-1'), await sentOf('q-2')]).toMatchObject([[{ by: 'eml' }], [{ by: 'eml' }]]);
  });

  it('goes with its guest and comes back with it, and another guest’s offer of the same quote stays', async () => {
    await desk.copyMail({ ...input, quoteIds: ['q-1', 'q-2'] }, noCopy);
    await desk.copyMail({ ...input, guestName: 'Ben Ode' }, noCopy);
    const ada = {
      quoteIds: ['q-1', 'q-2'],
      isOf: (_quoteId: string, { email, name }: { email: string; name: string }) =>
        email === input.guestEmail && name === input.guestName,
    };
    const ways = async () => (await sentOf('q-1')).map(({ guestName }) => guestName);
    const ids = await desk.sentTo('c-1', ada);
    expect(ids).toHaveLength(1);
    expect(await desk.sentTo('c-1', { ...ada, isOf: (quoteId) => quoteId === 'q-1' })).toHaveLength(2);
    expect(await desk.sentTo('other', ada)).toEqual([]);
    const room = async () => (await desk.sent('c-1', 'q-1')).room.count;
    const deletionId = await deletions.begin({ kind: 'offers', connectionId: 'c-1', ids });
    expect([await ways(), await room(), await desk.sentTo('c-1', ada)]).toEqual([['Ben Ode'], 1, []]);
    await expect(desk.sentDocument('c-1', ids[0] ?? '')).rejects.toMatchObject({ code: 'notFound' });
    await deletions.undo(deletionId);
    expect([(await ways()).toSorted(), await room()]).toEqual([['Ben Ode', 'Zqada Zqmarsh'], 2]);
    await deletions.begin({ kind: 'offers', connectionId: 'c-1', ids });
    await deletions.finish();
    expect([await ways(), await room()]).toEqual([['Ben Ode'], 1]);
  });

  it('leaves nothing of the guest on disk in clear text', async () => {
    await desk.copyMail(input, noCopy);
    stores.close();
    const bytes = readdirSync(join(folder, 'store')).map((name) => readFileSync(join(folder, 'store', name), 'latin1'));
    expect(bytes.join()).not.toMatch(/zqada|zqmarsh|Harbour/i);
    expect(bytes.join()).toContain('q-1');
    expect(JSON.stringify(log.entries)).not.toMatch(/zq/i);
  });

  it('is printed as the page that is shown', async () => {
    const path = join(folder, 'offer.pdf');
    let printed = '';
    const print = async (html: string) => {
      printed = html;
      return new TextEncoder().encode('%PDF-1.7');
    };
    expect(await desk.savePdf(input, path, print)).toEqual({ file: { path, records: 1, bytes: 8 }, notKept: null });
    expect(readFileSync(path, 'utf8')).toBe('%PDF-1.7');
    expect(printed).toContain('<title>Our offer: Harbour loft</title>');
    expect(printed).not.toContain('/pictures/');
  });

  it('whose connection is removed while it is printed leaves nothing behind', async () => {
    const print = async () => {
      quotes = [];
      return new TextEncoder().encode('%PDF-1.7');
    };
    await desk.savePdf(input, join(folder, 'offer.pdf'), print);
    expect([await sentOf('q-1'), used, marked]).toEqual([[], [], []]);
  });

  it('that was sent often is shown as it was sent the last times', async () => {
    for (let sent = 0; sent < 22; sent += 1) await desk.copyMail({ ...input, closing: `${sent}` }, noCopy);
    const { offers, more, gone } = await desk.sent('c-1', 'q-1');
    const shown = await Promise.all(offers.map(({ id }) => desk.sentDocument('c-1', id)));
    expect(shown.map(({ document }) => document.closing)).toEqual(Array.from({ length: 20 }, (_, at) => `${21 - at}`));
    expect([more, gone]).toEqual([2, 0]);
  });

  it.each(['count', 'bytes'] as const)('is deleted first when it is the oldest beyond the limit: %s', async (limit) => {
    await desk.copyMail(input, noCopy);
    const { room } = await desk.sent('c-1', 'q-1');
    expect(room).toMatchObject({ count: 1, maxCount: 500, maxBytes: 200_000_000 });
    stores.close();
    const limits = limit === 'count' ? { count: 2, bytes: 1e9 } : { count: 500, bytes: Math.floor(2.5 * room.bytes) };
    marks.clear();
    rmSync(join(folder, 'store', 'console.db'));
    desk = openDesk(limits);
    for (const closing of ['one', 'two', 'three']) await desk.copyMail({ ...input, closing }, noCopy);
    const { offers, gone, room: now } = await desk.sent('c-1', 'q-1');
    const kept = await Promise.all(offers.map(({ id }) => desk.sentDocument('c-1', id)));
    expect(kept.map(({ document }) => document.closing)).toEqual(['three', 'two']);
    expect([gone, now.count, now.bytes <= limits.bytes]).toEqual([1, 2, true]);
  });

  it('is kept when it alone is beyond the limit', async () => {
    stores.close();
    desk = openDesk({ count: 500, bytes: 1 });
    await desk.copyMail(input, noCopy);
    expect(await sentOf('q-1')).toHaveLength(1);
  });

  it('that does not print is no file, and was not sent', async () => {
    const path = join(folder, 'offer.pdf');
    await expect(desk.savePdf(input, path, () => Promise.reject(new Error('no printer')))).rejects.toThrow(
      'no printer',
    );
    expect(existsSync(path)).toBe(false);
    expect(await sentOf('q-1')).toEqual([]);
  });

  it('with a quote that cannot be offered any more is not sent', async () => {
    quotes = [offeredQuote(), offeredQuote({ id: 'q-2', outcome: 'booked' })];
    const both = { ...input, quoteIds: ['q-1', 'q-2', 'q-3'] };
    const { document, problems } = await desk.preview(both);
    expect(document?.places).toHaveLength(1);
    expect(problems.map(({ quoteId, reason }) => [quoteId, reason])).toEqual([
      ['q-2', 'used'],
      ['q-3', 'missing'],
    ]);
    await expect(desk.copyMail(both, noCopy)).rejects.toMatchObject({ data: { code: 'invalidInput' } });
    expect((await desk.preview({ ...input, quoteIds: ['q-3'] })).document).toBeNull();
  });

  it('is deleted with its connection', async () => {
    await desk.copyMail(input, noCopy);
    await desk.removeAll('c-1');
    expect(await sentOf('q-1')).toEqual([]);
  });
});

describe('the draft of a mail', () => {
  const offer = {
    ...offerDocument(offerParts(['Harbour loft'], { language: 'fr' })),
    logo: `data:image/png;base64,${PNG.toString('base64')}`,
  };

  it('has text, HTML and its pictures, and opens unsent', async () => {
    const path = join(folder, 'offer.eml');
    await desk.saveMail(input, path);
    const mail = readFileSync(path, 'utf8');
    for (const part of [
      'To: Zqada Zqmarsh <zqada@guest.example>',
      'X-Unsent: 1',
      'Subject: Our offer: Harbour loft',
      'multipart/alternative',
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
      'Content-ID: <picture-1@offer>',
    ])
      expect(mail).toContain(part);
    expect(mail.replaceAll('=\r\n', '')).toContain('cid:picture-1@offer');
    expect((await sentOf('q-1'))[0]?.by).toBe('eml');
  });

  it('gives no text a header of its own', async () => {
    const to = { name: 'Ada\r\nBcc: evil@example.com', address: 'ada@example.com\r\nBcc: evil@example.com' };
    const subject = 'Hello\r\nX-Evil: 1';
    const mail = Buffer.from(await mailOf({ offer: { ...offer, subject }, to, date: 0 })).toString();
    const [head = ''] = mail.split('\r\n\r\n');
    expect(head.split('\r\n').filter((line) => /^(?:bcc|x-evil)/i.test(line))).toEqual([]);
  });

  it('needs no address', async () => {
    const mail = Buffer.from(await mailOf({ offer, to: { name: '', address: '' }, date: 0 })).toString();
    expect(mail).not.toMatch(/^To:/m);
    expect(mail).toContain('Date: Thu, 01 Jan 1970');
  });
});

describe('the draft of an offer', () => {
  const draft = { ...input, language: 'es' as const, opening: 'Hola', amenities: ['Balcony'] };

  it('outlives the app, whatever the order of its quotes, and goes when the offer leaves', async () => {
    await desk.keepDraft({ ...draft, quoteIds: ['q-2', 'q-1'] });
    await desk.keepDraft({ ...draft, quoteIds: ['q-1', 'q-2'], opening: 'Buenas' });
    expect(await drafts.find({ connectionId: 'c-1', kind: 'offer', quoteIds: ['q-2', 'q-1'] })).toMatchObject({
      opening: 'Buenas',
      quoteIds: ['q-2', 'q-1'],
    });
    expect(await drafts.list('c-1')).toMatchObject([{ quoteIds: ['q-1', 'q-2'], guestName: 'Zqada Zqmarsh' }]);
    expect(
      readdirSync(join(folder, 'store'))
        .map((name) => readFileSync(join(folder, 'store', name)))
        .join(''),
    ).not.toContain('Zqmarsh');
    await desk.copyMail({ ...draft, quoteIds: ['q-1', 'q-2'] }, noCopy);
    expect(await drafts.list('c-1')).toEqual([]);
  });

  it('is not kept without its quotes, and is deleted with the guest', async () => {
    await desk.keepDraft({ ...draft, quoteIds: ['gone'] });
    expect(await drafts.list('c-1')).toEqual([]);
    await desk.keepDraft(draft);
    const isOf = (_id: string, { name }: { name: string }) => name === draft.guestName;
    const ids = await desk.draftsFor('c-1', { quoteIds: ['q-1'], isOf });
    expect(ids).toHaveLength(1);
    const of = { connectionId: 'c-1', kind: 'offer' as const, quoteIds: ['q-1'] };
    const deletionId = await deletions.begin({ kind: 'offers', connectionId: 'c-1', ids });
    expect([await desk.begun('c-1'), await drafts.find(of)]).toEqual([[], null]);
    await deletions.undo(deletionId);
    expect(await desk.begun('c-1')).toHaveLength(1);
    let changes = 0;
    desk.sentChanged.subscribe(() => (changes += 1));
    await deletions.begin({ kind: 'offers', connectionId: 'c-1', ids });
    await deletions.finish();
    expect([await desk.begun('c-1'), changes]).toEqual([[], 2]);
    await desk.keepDraft(draft);
    await desk.removeAll('c-1');
    expect(await drafts.list('c-1')).toEqual([]);
  });

  it('is listed while one of its quotes can be offered, and is deleted when none ever can again', async () => {
    const [open, other] = [offeredQuote(), offeredQuote({ id: 'q-2' })];
    for (const [changes, left] of [
      [{ outcome: 'booked' as const }, false],
      [{ expiresAt: 1 }, false],
      // The service may refuse what is being sent, and a deleted replacement leaves the quote as it was.
      [{ outcome: 'sending' as const }, true],
      [{ replacedBy: 'q-3' }, true],
    ] as const) {
      quotes = [open, other];
      await desk.keepDraft({ ...draft, quoteIds: ['q-1', 'q-2'] });
      quotes = [open, offeredQuote({ id: 'q-2', ...changes })];
      expect(await desk.begun('c-1')).toHaveLength(1);
      quotes = [offeredQuote(changes), offeredQuote({ id: 'q-2', ...changes })];
      expect(await desk.begun('c-1')).toEqual([]);
      quotes = [open, other];
      expect(await desk.begun('c-1')).toHaveLength(left ? 1 : 0);
    }
    quotes = [];
    hidden = ['q-1', 'q-2'];
    expect(await desk.begun('c-1')).toEqual([]);
    quotes = [open, other];
    expect(await desk.begun('c-1')).toHaveLength(1);
    [quotes, hidden] = [[], []];
    await desk.begun('c-1');
    expect(await drafts.list('c-1')).toEqual([]);
  });
});

it('drafts and notes whose key is lost are counted with the offers, and deleted with them', async () => {
  await desk.copyMail(input, noCopy);
  await desk.keepDraft(input);
  await notes.set({ connectionId: 'c-1', listingId: 'l-1', language: 'es' }, 'La llave está en el bar.');
  stores.close();
  keyFile = new MemoryDocument();
  desk = openDesk();
  expect(await desk.countLost()).toBe(3);
  await desk.deleteLost();
  expect(await desk.countLost()).toBe(0);
});

it('a note on a property stands on its offers in its language, marked as the owner’s own', async () => {
  const of = { connectionId: 'c-1', listingId: 'l-1' };
  await notes.set({ ...of, language: 'es' }, 'La llave está en el bar.');
  // The page that is left stores the note, and the page of another offer reads it at once.
  const stored = notes.set({ ...of, language: 'es' }, 'La llave está en la caja.');
  expect(await notes.find({ ...of, language: 'es' })).toBe('La llave está en la caja.');
  await stored;
  const { document, asWritten } = await desk.preview({ ...input, language: 'es' });
  expect(document?.places[0]?.note).toBe('La llave está en la caja.');
  expect(asWritten).toContainEqual({ kind: 'note', text: 'La llave está en la caja.', isUnknown: false });
  expect((await desk.preview(input)).document?.places[0]?.note).toBeNull();
  await notes.set({ ...of, language: 'es' }, ' ');
  expect(await notes.find({ ...of, language: 'es' })).toBe('');
});

it('a saved text replaces one of the same name, and is removed by it', async () => {
  const texts = new SavedTexts(new MemoryDocument());
  const of = { name: 'Summer', kind: 'opening', language: 'es' } as const;
  await texts.save({ ...of, text: 'Hola' });
  await texts.save({ ...of, text: 'Buenas' });
  expect(await texts.save({ ...of, language: 'de', text: 'Hallo' })).toHaveLength(2);
  expect(await texts.remove(of)).toEqual([{ ...of, language: 'de', text: 'Hallo' }]);
});

describe('the sender', () => {
  it('has a name, a closing and a logo that is a picture', async () => {
    expect(await desk.setSender({ name: 'Casa Azul', closing: 'Bye' })).toEqual({
      name: 'Casa Azul',
      closing: 'Bye',
      logo: null,
    });
    const picture = join(folder, 'logo.png');
    writeFileSync(picture, PNG);
    expect((await desk.setLogo(picture)).logo).toMatch(/^data:image\/png;base64,/);
    expect((await desk.preview(input)).document).toMatchObject({
      sender: 'Casa Azul',
      closing: 'Bye',
      logo: expect.stringMatching(/^data:/),
    });
    const page = join(folder, 'logo.html');
    writeFileSync(page, '<script>');
    await expect(desk.setLogo(page)).rejects.toMatchObject({ data: { code: 'invalidInput' } });
    expect((await desk.removeLogo()).logo).toBeNull();
  });
});

it('a mail reads no file and no address in place of a text or a picture', async () => {
  const file = fileURLToPath(import.meta.url);
  const address = 'https://127.0.0.1:1/planted';
  for (const parts of [
    { text: { path: file } },
    { html: { href: address } },
    { text: 'a', attachments: [{ path: file }] },
    { text: 'a', attachments: [{ filename: 'a.png', href: address }] },
  ])
    await expect(writeMail(parts)).rejects.toThrow(/access rejected/i);
});
