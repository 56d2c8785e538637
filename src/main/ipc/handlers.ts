/** The table of all handlers. Each folder of main exports the handlers of its areas; a missing handler does not compile. */
import type { Handlers } from '../../shared/contract/index.ts';
import { type AppServices, appHandlers, networkHandlers } from '../app/handlers.ts';
import { type CaseServices, caseHandlers } from '../cases/handlers.ts';
import {
  availabilityHandlers,
  bookingHandlers,
  calendarHandlers,
  type DeskServices,
  listingHandlers,
  matrixHandlers,
  operationHandlers,
  quoteHandlers,
} from '../desk/handlers.ts';
import { type DoctorServices, doctorHandlers } from '../doctor/handlers.ts';
import { type ProgramServices, programHandlers } from '../gateway/handlers.ts';
import { type GuestServices, guestHandlers } from '../guests/handlers.ts';
import { type JournalServices, journalHandlers } from '../journal/handlers.ts';
import { type LockServices, lockHandlers } from '../lock/handlers.ts';
import { guestOfferHandlers, type OfferServices, offerHandlers } from '../offers/handlers.ts';
import type { Desktop } from '../platform/desktop.ts';
import { type SandboxServices, sandboxHandlers } from '../sandbox/handlers.ts';
import { dataHandlers, deletionHandlers, type StoreServices } from '../store/handlers.ts';
import { type TaskServices, taskHandlers } from '../tasks/handlers.ts';
import { type TeamServices, teamHandlers } from '../team/handlers.ts';
import { type TokenServices, tokenHandlers } from '../tokens/handlers.ts';
import { customRequestHandlers, incidentHandlers, type TrafficServices, trafficHandlers } from '../traffic/handlers.ts';
import { type TrainingServices, trainingHandlers } from '../training/handlers.ts';
import { type UpdateServices, updateHandlers } from '../updates/handlers.ts';
import { connectionHandlers, type VaultServices } from '../vault/handlers.ts';

/** The services that compose.ts constructs. */
export interface Services
  extends AppServices,
    StoreServices,
    VaultServices,
    TokenServices,
    TrafficServices,
    JournalServices,
    DeskServices,
    TaskServices,
    GuestServices,
    OfferServices,
    DoctorServices,
    CaseServices,
    SandboxServices,
    TrainingServices,
    UpdateServices,
    ProgramServices,
    LockServices,
    TeamServices {}

export const buildHandlers = (services: Services, desktop: Desktop): Handlers => ({
  app: appHandlers(services, desktop),
  connections: connectionHandlers(services, desktop),
  tokens: tokenHandlers(services),
  traffic: { ...journalHandlers(services, desktop), ...trafficHandlers(services) },
  requests: customRequestHandlers(services),
  tasks: taskHandlers(services, desktop),
  operations: operationHandlers(services),
  listings: listingHandlers(services, desktop),
  availability: availabilityHandlers(services),
  matrix: matrixHandlers(services),
  calendars: calendarHandlers(services, desktop),
  quotes: quoteHandlers(services, desktop),
  guests: { ...guestHandlers(services, desktop), ...guestOfferHandlers(services) },
  booking: bookingHandlers(services),
  offers: offerHandlers(services, desktop),
  doctor: { ...doctorHandlers(services, desktop), ...incidentHandlers(services) },
  cases: caseHandlers(services, desktop),
  deletions: deletionHandlers(services),
  data: dataHandlers(services, desktop),
  sandbox: sandboxHandlers(services),
  training: trainingHandlers(services),
  updates: updateHandlers(services, desktop),
  programs: programHandlers(services, desktop),
  lock: lockHandlers(services),
  team: teamHandlers(services, desktop),
  network: networkHandlers(services),
});
