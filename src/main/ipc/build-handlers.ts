/** The handler table: one thin file per area, put together. */
import type { Handlers } from '../../shared/contract/index.ts';
import { appHandlers, type Desktop } from './handlers/app.ts';
import { availabilityHandlers } from './handlers/availability.ts';
import { connectionsHandlers } from './handlers/connections.ts';
import { doctorHandlers } from './handlers/doctor.ts';
import { listingsHandlers } from './handlers/listings.ts';
import { operationsHandlers } from './handlers/operations.ts';
import { quotesHandlers } from './handlers/quotes.ts';
import { sandboxHandlers } from './handlers/sandbox.ts';
import { tasksHandlers } from './handlers/tasks.ts';
import { tokensHandlers } from './handlers/tokens.ts';
import { trafficHandlers } from './handlers/traffic.ts';
import type { Services } from './services.ts';

export const buildHandlers = (services: Services, desktop: Desktop): Handlers => ({
  app: appHandlers(services, desktop),
  connections: connectionsHandlers(services),
  tokens: tokensHandlers(services),
  traffic: trafficHandlers(services, desktop),
  tasks: tasksHandlers(services, desktop),
  operations: operationsHandlers(services),
  listings: listingsHandlers(services),
  availability: availabilityHandlers(services),
  quotes: quotesHandlers(services),
  doctor: doctorHandlers(services),
  sandbox: sandboxHandlers(services),
});
