/** The services that the tools for agents use, and the function that opens a form in the window. */
import type { BookingPreparation } from '../../../shared/model/opening.ts';
import type { EffectiveOperation } from '../../../shared/model/operation.ts';
import type { PastedReport } from '../../../shared/model/pasted.ts';
import type { RatesSnapshot } from '../../../shared/model/rates.ts';
import type { ListingsDesk } from '../../desk/listings.ts';
import type { QuotesDesk } from '../../desk/quotes.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Log } from '../../platform/ports.ts';
import type { TokenService } from '../../tokens/token-service.ts';
import type { ReadDeps } from '../commands/reads.ts';
import type { WholeList } from '../program-listings.ts';
import type { Programs } from '../programs.ts';

export interface McpDeps extends Pick<ReadDeps, 'connections' | 'pictures' | 'seen' | 'makeQuote'> {
  readonly listings: WholeList & Pick<ListingsDesk, 'record'>;
  readonly quotes: Pick<QuotesDesk, 'list' | 'get' | 'find'>;
  readonly tokens: Pick<TokenService, 'snapshot'>;
  readonly journal: Pick<Journal, 'page' | 'get'>;
  readonly programs: Pick<Programs, 'describe'>;
  readonly rates: { snapshot(connectionId: string): RatesSnapshot };
  readonly operationsOf: (connectionId: string) => EffectiveOperation[];
  /** Reads a text as the Doctor does. Keeps nothing. */
  readonly diagnose: (text: string, signal: AbortSignal) => Promise<PastedReport>;
  /** The present time on the clock of a connection. */
  readonly now: (connectionId: string) => number;
  /** Opens the booking form of a quote in the window. Sends nothing. */
  readonly prepare: (booking: BookingPreparation) => void;
  /** The command that starts this app's command line, with its first arguments. */
  readonly command: readonly [string, ...string[]];
  readonly version: string;
  readonly log: Log;
}
