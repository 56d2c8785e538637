/** Decides which notifications of the desktop a person gets, and writes them. Does not import Electron. */

import { credentialOf } from '../../shared/connection/account.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { DesktopChoice } from '../../shared/model/app.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { ShownPage } from '../../shared/model/opening.ts';
import type { ProgramsSnapshot } from '../../shared/model/program.ts';
import type { BoardRow, DueQuotes } from '../../shared/model/quote-board.ts';
import type { Task } from '../../shared/model/task.ts';
import type { TokenStatus, TokensSnapshot } from '../../shared/model/token.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { renewalBlockText } from '../../shared/text/token-text.ts';
import { timeText } from '../../shared/time/text-formats.ts';
import { renewalBlock } from '../../shared/token/renewal-forecast.ts';
import type { Document } from '../platform/ports.ts';

export interface DesktopNotice {
  readonly kind: DesktopChoice;
  /** A notice with a key that was shown before is not shown again. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly connectionId: string | null;
  readonly page: ShownPage['page'];
  readonly id: string | null;
}

/** The page that a click on a notice or on a line of the tray menu opens. */
export type ShownTarget = Pick<DesktopNotice, 'connectionId' | 'page' | 'id'>;

/** Formats an instant as "at 14:05". A notice is about an instant within a day, so the text has no date. */
export const atTime = (at: number): string => `at ${timeText(at)}`;

/** Makes the notices of tokens that are due and cannot be renewed. `now` is epoch ms on the connection's clock. */
export function tokenNotices({ tokens }: TokensSnapshot, connection: Connection, now: number): DesktopNotice[] {
  return tokens.flatMap((token) => tokenNotice(token, connection, now) ?? []);
}

function tokenNotice(token: TokenStatus, connection: Connection, now: number): DesktopNotice | null {
  if (token.dueAt === null || now < token.dueAt) return null;
  const credential = credentialOf(connection, token.credentialId);
  const block = renewalBlock(token, credential?.secret ?? 'missing', now);
  if (block === null) return null;
  return {
    kind: 'tokens',
    key: `${token.credentialId} ${token.generation}`,
    title: `The token of ${token.label} expires ${atTime(block.expiresAt)} and cannot be renewed`,
    body: `${renewalBlockText(block, atTime)} (${connection.name})`,
    ...{ connectionId: connection.id, page: 'token', id: token.credentialId },
  };
}

/** Makes the notices of quotes. They name no guest, because a locked screen also shows notifications. */
export function quoteNotices(
  { expiring, unconfirmed, followUps }: DueQuotes,
  { id, name }: Connection,
): DesktopNotice[] {
  const notice = (kind: DesktopChoice, row: BoardRow, title: string, occasion: string | number): DesktopNotice => ({
    ...{ kind, title, key: `${row.id} ${occasion}`, connectionId: id, page: 'quotes', id: row.id },
    body: `${row.listingTitle ?? 'A property'}, ${row.checkIn} to ${row.checkOut} (${name})`,
  });
  return [
    ...unconfirmed.map((row) => notice('bookings', row, 'A booking is unconfirmed', 'unconfirmed')),
    ...expiring.map((row) => notice('quotes', row, `A quote expires ${atTime(row.expiresAt)}`, row.expiresAt)),
    ...followUps.map((row) => notice('followUps', row, 'A follow-up is due', row.followUpOn ?? '')),
  ];
}

/** Makes the notice of a task that is done or waits for the person's decision; null for any other task. */
export function taskNotice({ id, connectionId, title, state, failed, rows }: Task): DesktopNotice | null {
  if (state !== 'done' && state !== 'paused') return null;
  const outcome = failed > 0 ? `${rows} rows; ${failed} steps failed` : `${rows} rows`;
  return {
    ...{ kind: 'tasks', key: `${id} ${state} ${rows} ${failed}`, connectionId, page: 'tasks', id },
    title: state === 'done' ? 'A task is done' : 'A task needs you',
    body: state === 'done' ? `${title}: ${outcome}` : title,
  };
}

/** Makes the notices of programs that the app paused. Their names are quoted, because programs chose them. */
export const pausedNotices = ({ programs }: ProgramsSnapshot): DesktopNotice[] =>
  programs.flatMap(({ id, name, pausedAt, connectionId }) =>
    pausedAt === null
      ? []
      : {
          ...{ kind: 'pausedPrograms' as const, key: `${id} ${pausedAt}`, connectionId },
          ...{ page: 'settings' as const, id: 'programs' },
          title: 'A program is paused',
          body: `${quotedName(name)} had too many refusals in a minute. Settings, Programs shows it.`,
        },
  );

export const updateNotice = (version: string, isReady: boolean): DesktopNotice => ({
  ...{ kind: 'updates', key: `${version} ${isReady}`, connectionId: null, page: 'settings', id: 'updates' },
  title: `Latchkey ${version} is ${isReady ? 'downloaded' : 'available'}`,
  body: isReady ? 'It is installed when you restart the app.' : 'Settings shows what is new.',
});

const SEVERAL: Partial<Record<DesktopChoice, string>> = {
  bookings: 'bookings are unconfirmed',
  quotes: 'quotes expire soon',
  followUps: 'follow-ups are due',
};

/** The kinds whose notices are shown once, also after a restart. Tasks and tokens belong to one run; an unconfirmed booking is worth a reminder. */
const ONCE: ReadonlySet<DesktopChoice> = new Set(['quotes', 'followUps', 'updates']);

export class ShownNotices {
  readonly #shown: Set<string>;
  readonly #remembered: Document<readonly string[]>;

  /** `remembered` holds the notices that earlier runs showed, as "kind key". */
  constructor(remembered: Document<readonly string[]>) {
    this.#remembered = remembered;
    const shown = remembered.read();
    this.#shown = new Set(Array.isArray(shown) ? shown : []);
  }

  /** The notices that were not shown before. */
  newOf(notices: readonly DesktopNotice[]): DesktopNotice[] {
    return notices.filter(({ kind, key }) => !this.#shown.has(`${kind} ${key}`));
  }

  /** Returns the notices that were not returned before, at most one of a kind about the quotes of a connection. */
  takeNew(notices: readonly DesktopNotice[]): DesktopNotice[] {
    const fresh = this.newOf(notices);
    for (const { kind, key } of fresh) this.#shown.add(`${kind} ${key}`);
    if (fresh.some(({ kind }) => ONCE.has(kind))) this.#remember();
    return Object.values(Object.groupBy(fresh, ({ kind, connectionId }) => `${kind} ${connectionId}`)).flatMap(
      (group = []) => {
        const [first] = group;
        const several = first && SEVERAL[first.kind];
        if (!first || several === undefined || group.length === 1) return group;
        return { ...first, title: `${group.length} ${several}`, body: `${first.body} and others`, id: null };
      },
    );
  }

  /** Stores the shown notices. If the disk fails, the next start shows them again. */
  #remember(): void {
    const kept = [...this.#shown].filter((shown) => [...ONCE].some((kind) => shown.startsWith(`${kind} `)));
    this.#remembered.write(kept.slice(-MAX_ENTRIES.noted)).catch(() => {});
  }
}
