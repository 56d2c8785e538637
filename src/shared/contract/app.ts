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
   * The first data of a window in one answer, as several operations would return it for its connection. `connectionId` is that of the window's
   * address; without one, or when it is gone, the answer is about the last chosen connection.
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
      /** The first rows of Listings, if the window opens on that page and there are rows. */
      firstRows: z.strictObject({ query: ListingsQuery, page: ListingRows }).nullable(),
    }),
  ),
  /** Tells main that a window drew its first rows, or a page without rows. Main then begins the work that would have delayed the drawing. */
  drawn: mutation(Nothing, Nothing),
  info: query(Nothing, AppInfo),
  /** Asks the machine's key store how it protects secrets now. The key store may ask the person, and the answer waits for that. */
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
  /** Copies text that the window already shows. Main does it, because the page has no permission for the clipboard. */
  copyText: mutation(z.strictObject({ text: z.string().max(MAX_CHARACTERS.copiedText) }), Nothing),
  /** Copies rows of a table in the window, in the forms that spreadsheets take. */
  copyTable: mutation(ShownRows, CopiedRows),
  /** Opens an https link in the person's browser. */
  openLink: mutation(z.strictObject({ url: z.string().max(MAX_CHARACTERS.link) }), Nothing),
  onPreferences: event(Preferences),
  onInfo: event(AppInfo),
  /** Opens another window for a connection. */
  openWindow: mutation(z.strictObject({ connectionId: Id }), Nothing),
  onCommand: frontEvent(AppCommand),
  /** Published when a person clicked a notification: the window then shows the page of this token. */
  onShowToken: frontEvent(z.strictObject({ credentialId: Id })),
};
