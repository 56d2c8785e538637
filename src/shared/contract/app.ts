/** The console itself: versions, preferences, the clipboard, and commands of the menu. */
import { z } from 'zod';
import {
  AppCommand,
  AppInfo,
  FirstPage,
  FormatChoice,
  JournalChoices,
  Preferences,
  Protection,
  UpdateChoices,
} from '../model/app.ts';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { ConnectionsSnapshot } from '../model/connection.ts';
import { CopiedRows, ShownRows } from '../model/copied-rows.ts';
import { ListingRows, ListingsQuery, ListingsStatus } from '../model/listing.ts';
import { ListingViews } from '../model/listing-view.ts';
import { LockChoices } from '../model/lock.ts';
import { Notices } from '../model/notices.ts';
import { ShownPage } from '../model/opening.ts';
import { PolicyState } from '../model/policy.ts';
import { Id } from '../model/primitives.ts';
import { RatesSnapshot } from '../model/rates.ts';
import { TasksSnapshot } from '../model/task.ts';
import { TokensSnapshot } from '../model/token.ts';
import { WrittenFile } from '../model/traffic.ts';
import { TypedBefore, TypedText } from '../model/typed-text.ts';
import { event, frontEvent, mutation, Nothing, query } from './define.ts';

/** The id of the connection in a window's address; null in the first window. */
const WindowAddress = z.strictObject({ connectionId: Id.nullable() });

const Report = z.strictObject({ text: z.string().max(MAX_CHARACTERS.copiedText) });

export const app = {
  /** The first data of a window in one answer, about `connectionId` or, when that is null or removed, about the connection that was chosen last. */
  opening: query(
    WindowAddress,
    z.strictObject({
      connections: ConnectionsSnapshot,
      preferences: Preferences,
      info: AppInfo,
      listings: ListingsStatus,
      tokens: TokensSnapshot,
      rates: RatesSnapshot,
      tasks: TasksSnapshot,
      firstPage: FirstPage,
      /** The first rows of Listings, if the window opens on that page and there are rows. */
      firstRows: z.strictObject({ query: ListingsQuery, page: ListingRows }).nullable(),
    }),
  ),
  /** Tells main that a window has drawn its first rows, or a page without rows. Main then begins work that would have delayed the drawing. */
  drawn: mutation(Nothing, Nothing, { abortable: true }),
  info: query(Nothing, AppInfo),
  notices: query(Nothing, Notices),
  /** The report of a problem: versions, settings without secrets, times and the redacted log. It is sent nowhere. */
  report: query(Nothing, Report),
  /** Writes the report that the window shows to a file that the person chooses; `null` when the person cancels. */
  saveReport: mutation(Report, WrittenFile.nullable()),
  /** Asks the machine's key store how it protects secrets now. The answer may take long, because the key store may ask the person. */
  checkProtection: mutation(Nothing, Protection),
  /** The administrator's policies in force, and the mistakes in them. They are read once. */
  policies: query(Nothing, PolicyState),
  preferences: query(Nothing, Preferences),
  setPreferences: mutation(
    z.strictObject({
      audience: Preferences.shape.audience.optional(),
      welcomed: z.boolean().optional(),
      theme: Preferences.shape.theme.optional(),
      textSize: Preferences.shape.textSize.optional(),
      formats: FormatChoice.partial().optional(),
      storeUnprotected: z.boolean().optional(),
      desktop: Preferences.shape.desktop.optional(),
      updates: UpdateChoices.partial().optional(),
      journal: JournalChoices.partial().optional(),
      listingViews: ListingViews.optional(),
      lock: LockChoices.partial().optional(),
      seenVersion: z.string().max(100).optional(),
    }),
    Preferences,
  ),
  /** Copies text that the window already shows. Main copies it, because the page has no permission for the clipboard. */
  /** `ofGuest`: the text is a guest's, so the clipboard is cleared after a minute if the person chose it. */
  copyText: mutation(
    z.strictObject({ text: z.string().max(MAX_CHARACTERS.copiedText), ofGuest: z.boolean().optional() }),
    Nothing,
  ),
  /** Copies rows of a table in the window, as text and as an HTML table. */
  copyTable: mutation(ShownRows, CopiedRows),
  /** Opens an https link in the person's browser. */
  openLink: mutation(z.strictObject({ url: z.string().max(MAX_CHARACTERS.text) }), Nothing),
  /** Keeps in main's memory what a person types in the window, because the window's process may end at any time. Null forgets it. */
  keepTyped: mutation(z.strictObject({ key: TypedText.shape.key, value: TypedText.shape.value.nullable() }), Nothing, {
    abortable: true,
  }),
  /** Returns what was typed before the window's process ended by itself, or before the app was locked; null when neither happened. */
  takeTyped: mutation(Nothing, TypedBefore.nullable(), { abortable: true }),
  onPreferences: event(Preferences),
  onInfo: event(AppInfo),
  openWindow: mutation(z.strictObject({ connectionId: Id }), Nothing),
  onCommand: frontEvent(AppCommand),
  /** Asks a window to show the page of a link, of a file that the person opened, or of a notification that the person clicked. */
  onShowPage: frontEvent(ShownPage),
};
