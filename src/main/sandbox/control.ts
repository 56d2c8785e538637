/** Runs the commands of the control panel and describes the sandbox's state. */
import { assertNever } from '../../shared/app-error.ts';
import type { SandboxApplication, SandboxCommand, SandboxState } from '../../shared/model/sandbox.ts';
import { CLIENTS } from './auth/clients.ts';
import { defaultSettings } from './memory.ts';
import type { Service } from './service.ts';

export type ServerStatus = Pick<SandboxState, 'running' | 'origin' | 'fingerprint' | 'failure'>;

export const NOT_LISTENING: ServerStatus = { running: false, origin: null, fingerprint: null, failure: null };

export function stateOf(service: Service, status: ServerStatus, revision: number): SandboxState {
  const { settings, reservations } = service.memory;
  return {
    revision,
    ...status,
    clock: service.clock.face(),
    listings: settings.listings,
    searchVariants: [...settings.searchVariants],
    quoteShape: settings.quoteShape,
    listingIds: settings.listingIds,
    activated: settings.activated,
    denied: [...settings.denied],
    faults: service.faults.list(),
    applications: CLIENTS.map(
      (client): SandboxApplication => ({
        clientId: client.clientId,
        api: client.api,
        label: client.label,
        liveTokens: service.tokens.liveTokens(client),
        issuedInWindow: service.tokens.issuedInWindow(client),
      }),
    ),
    requests: service.counters.requests,
    answered429: service.counters.answered429,
    reservations: reservations.length,
  };
}

/** Runs one command of the control panel. The caller saves and publishes the change. */
export function runCommand(service: Service, command: SandboxCommand): void {
  const { memory, tokens, faults, clock } = service;
  const settings = memory.settings;
  switch (command.kind) {
    case 'expireTokens':
      tokens.invalidate(command.api, 'expired');
      break;
    case 'revokeTokens':
      tokens.invalidate(command.api, 'forgotten');
      break;
    case 'resetQuota':
      tokens.resetQuota(command.api);
      break;
    case 'addFault':
      faults.add(command.target, command.effect, command.times);
      break;
    case 'removeFault':
      faults.remove(command.id);
      break;
    case 'setPermission': {
      const others = settings.denied.filter((operation) => operation !== command.operation);
      settings.denied = command.allowed ? others : [...others, command.operation];
      break;
    }
    case 'setClockRate':
      clock.setRate(command.rate);
      break;
    case 'setListings':
      settings.listings = command.count;
      break;
    case 'setSearchVariants':
      settings.searchVariants = [...new Set(command.variants)];
      break;
    case 'setQuoteShape':
      settings.quoteShape = command.shape;
      break;
    case 'setListingIds':
      settings.listingIds = command.ids;
      break;
    case 'setActivated':
      settings.activated = command.activated;
      break;
    case 'reset':
      reset(service);
      break;
    default:
      assertNever(command);
  }
}

/** Resets everything but the clock's time and the seed, from which the client credentials derive. The clock goes on at the machine's rate. */
function reset({ memory, faults, rates, counters, clock }: Service): void {
  Object.assign(memory, { settings: defaultSettings(), issued: [], quotes: [], reservations: [] });
  Object.assign(counters, { requests: 0, answered429: 0 });
  faults.clear();
  rates.booking.reset();
  rates.openApi?.reset();
  if (clock.face().rate !== 1) clock.setRate(1);
}
