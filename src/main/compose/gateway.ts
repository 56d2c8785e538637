/** Builds the gateway for programs: their rights, their budgets and their commands. */

import { AppError } from '../../shared/app-error.ts';
import { credentialOf } from '../../shared/connection/account.ts';
import type { SeenListings } from '../desk/availability.ts';
import type { ListingsDesk } from '../desk/listings.ts';
import type { PictureCache } from '../desk/pictures/picture-cache.ts';
import type { QuotesDeps, QuotesDesk } from '../desk/quotes.ts';
import type { WantedQuotes } from '../desk/wanted-quotes.ts';
import { Budgets } from '../gateway/budgets.ts';
import { CommandInstaller } from '../gateway/command-on-path.ts';
import { ownCommands } from '../gateway/commands/own.ts';
import { readCommands } from '../gateway/commands/reads.ts';
import { requestCommand } from '../gateway/commands/request.ts';
import { Gateway } from '../gateway/gateway.ts';
import { quoteMaker } from '../gateway/program-quotes.ts';
import { Programs } from '../gateway/programs.ts';
import type { Journal } from '../journal/journal.ts';
import type { Lock } from '../lock/lock.ts';
import type { PlatformKit } from '../platform/kit.ts';
import type { Clock } from '../platform/ports.ts';
import type { Administrator } from '../policies/administrator.ts';
import type { Stores } from '../store/stores.ts';
import type { TokenService } from '../tokens/token-service.ts';
import type { Limiters } from '../traffic/limits/limiters.ts';
import type { DataKey } from '../vault/data-key.ts';
import type { ShownConnections } from '../vault/shown-connections.ts';
import type { Vault } from '../vault/vault.ts';
import { isStoppedBy } from './lock.ts';
import { pasteDeskOf } from './paste.ts';
import type { Requests } from './requests.ts';

/** The window id for reads of programs, whose progress no window shows. */
const NO_WINDOW = -1;

export interface GatewayParts {
  readonly kit: PlatformKit;
  readonly administrator: Administrator;
  readonly lock: Pick<Lock, 'isLocked'>;
  readonly stores: Stores;
  readonly vault: Vault;
  readonly connections: ShownConnections;
  readonly key: DataKey;
  readonly tokens: TokenService;
  readonly journal: Journal;
  readonly requests: Requests;
  readonly rates: Limiters;
  readonly listings: ListingsDesk;
  readonly pictures: PictureCache;
  readonly seen: SeenListings;
  readonly quotes: QuotesDesk;
  readonly quotesBy: (api: QuotesDeps['api']) => QuotesDesk;
  readonly wantedQuotes: WantedQuotes;
  readonly clockOf: (connectionId: string) => Clock;
}

export function gatewayOf(parts: GatewayParts) {
  const { kit, stores, vault, connections, key, tokens, journal, requests, rates, clockOf } = parts;
  const { clock, random, log } = kit;
  const { client, pipeline, operations } = requests;
  const programs = new Programs({ database: stores.inConsole({ what: 'The programs' }), key, connections, clock, log });
  const limiterOf = rates.limiterOf.bind(rates);
  const budgets = new Budgets({ rulesOf: (connectionId, api) => limiterOf(connectionId, api).rules, clockOf });
  const operationsOf = (id: string) => operations.list(vault.connection(id));
  // A failure that an agent pastes is not kept as a case.
  const pasted = pasteDeskOf(kit, vault, () => null);
  const command = new CommandInstaller(kit.installation);
  try {
    command.renew();
  } catch (error) {
    log.warn('the command on PATH could not be renewed', { error: String(error) });
  }
  const makeQuote = quoteMaker({ ...parts, confirm: (program, question) => gateway.confirm(program, question) });
  const mcp = {
    ...{ ...parts, connections: vault, programs, operationsOf, makeQuote, log },
    now: (id: string) => clockOf(id).now(),
    diagnose: (text: string, signal: AbortSignal) => pasted.readText(text, { signal, callerId: NO_WINDOW }),
    version: kit.versions.app,
    get command() {
      return command.script === null ? kit.paths.command : ([command.script] as const);
    },
  };
  const commands = {
    ...readCommands({ ...parts, connections: vault, makeQuote, now: () => clock.now() }),
    request: requestCommand({ operations }),
    ...ownCommands({ tokens, journal, programs }),
  };
  const gateway = new Gateway({
    ...{
      client,
      pipeline,
      budgets,
      programs,
      tokens,
      connections,
      commands,
      limiterOf,
      operationsOf,
      mcp,
      clockOf,
      clock,
      random,
      log,
    },
    isLocked: () => parts.lock.isLocked,
    isStopped: () => isStoppedBy(parts.lock, parts.administrator),
    isAllowed: async () => (await parts.administrator.policies()).programs !== 'off',
    apiOf(connectionId, credentialId) {
      const credential = credentialOf(vault.connection(connectionId), credentialId);
      if (!credential) throw new AppError('notFound', { what: 'This credential' });
      return credential.api;
    },
    ask: kit.askForProgram,
    askPerson: kit.ask,
    httpPort: stores.setting<number | null>('programs-http', 'The port for programs'),
    userData: kit.paths.userData,
  });
  return {
    programs,
    gateway,
    command,
    async closeGateway() {
      await gateway.close();
      pasted.close();
    },
  };
}
