/** The console itself: versions, preferences, clipboard, commands of the menu. */
import { z } from 'zod';
import { AppCommand, AppInfo, FirstPage, FormatChoice, JournalChoices, Preferences, Protection } from '../model/app.ts';
import { MAX_CHARACTERS } from '../model/bounds.ts';
import { ConnectionsSnapshot } from '../model/connection.ts';
import { CopiedRows, ShownRows } from '../model/copied-rows.ts';
import { ListingRows, ListingsQuery, ListingsStatus } from '../model/listing.ts';
import { ListingViews } from '../model/listing-view.ts';
import { Id } from '../model/primitives.ts';
import { RatesSnapshot } from '../model/rates.ts';
import { TasksSnapshot } from '../model/task.ts';
import { TokensSnapshot } from '../model/token.ts';
import { event, frontEvent, mutation, Nothing, query } from './define.ts';

/** The connection in the address of a window; null in the first window. */
const WindowAddress = z.strictObject({ connectionId: Id.nullable() });

export const app = {
  /**
   * What a window shows first, in one answer: the outputs of the operations that answer for its connection. `connectionId` is that of the
   * window's address; without one, or where it is gone, the answer is about the connection that was chosen last.
   */
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
      /** The page on which the window opens. */
      firstPage: FirstPage,
      /** The rows that Listings shows first, if the window opens on it and has any. */
      firstRows: z.strictObject({ query: ListingsQuery, page: ListingRows }).nullable(),
    }),
  ),
  info: query(Nothing, AppInfo),
  /** Asks the machine's key store how it protects secrets now. It may ask the person, and answers only then. */
  checkProtection: mutation(Nothing, Protection),
  preferences: query(Nothing, Preferences),
  setPreferences: mutation(
    z.strictObject({
      audience: Preferences.shape.audience.optional(),
      welcomed: z.boolean().optional(),
      theme: Preferences.shape.theme.optional(),
      textSize: Preferences.shape.textSize.optional(),
      formats: FormatChoice.partial().optional(),
      storeUnprotected: z.boolean().optional(),
      notifyTokens: z.boolean().optional(),
      journal: JournalChoices.partial().optional(),
      listingViews: ListingViews.optional(),
    }),
    Preferences,
  ),
  /** Copies text that the window already shows: the clipboard is main's, because the page has no permission for it. */
  copyText: mutation(z.strictObject({ text: z.string().max(MAX_CHARACTERS.copiedText) }), Nothing),
  /** Copies rows of a table that the window has, as spreadsheets take them. */
  copyTable: mutation(ShownRows, CopiedRows),
  /** Opens an https link in the person's browser. */
  openLink: mutation(z.strictObject({ url: z.string().max(MAX_CHARACTERS.link) }), Nothing),
  onPreferences: event(Preferences),
  onInfo: event(AppInfo),
  /** Opens another window on a connection. */
  openWindow: mutation(z.strictObject({ connectionId: Id }), Nothing),
  onCommand: frontEvent(AppCommand),
  /** A person clicked a notification: the window shows the page of this token. */
  onShowToken: frontEvent(z.strictObject({ credentialId: Id })),
};
