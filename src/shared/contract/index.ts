/** The whole contract between main and the renderer. The handler table, the preload, the client and the contract tests are derived from it. */
import type { z } from 'zod';
import { app } from './app.ts';
import { availability } from './availability.ts';
import { booking } from './booking.ts';
import { calendars } from './calendars.ts';
import { cases } from './cases.ts';
import { type Channel, channelOf } from './channels.ts';
import { connections } from './connections.ts';
import { data } from './data.ts';
import type {
  Declaration,
  Envelope,
  EventDeclaration,
  MutationDeclaration,
  QueryDeclaration,
  TakeCancel,
} from './define.ts';
import { deletions } from './deletions.ts';
import { doctor } from './doctor.ts';
import { guests } from './guests.ts';
import { listings } from './listings.ts';
import { lock } from './lock.ts';
import { matrix } from './matrix.ts';
import { network } from './network.ts';
import { offers } from './offers.ts';
import { operations } from './operations.ts';
import { programs } from './programs.ts';
import { quotes } from './quotes.ts';
import { requests } from './requests.ts';
import { sandbox } from './sandbox.ts';
import { tasks } from './tasks.ts';
import { team } from './team.ts';
import { tokens } from './tokens.ts';
import { traffic } from './traffic.ts';
import { training } from './training.ts';
import { updates } from './updates.ts';

export { CANCEL_CHANNEL, channelOf } from './channels.ts';

export const contract = {
  app,
  connections,
  tokens,
  traffic,
  requests,
  tasks,
  operations,
  listings,
  availability,
  matrix,
  calendars,
  quotes,
  guests,
  booking,
  offers,
  doctor,
  cases,
  deletions,
  data,
  sandbox,
  training,
  updates,
  programs,
  lock,
  team,
  network,
} as const;
export type Contract = typeof contract;
export type Area = keyof Contract;

type Callable = QueryDeclaration | MutationDeclaration;

/** The names of an area's queries and mutations. */
export type CallName<A extends Area> = {
  [Name in keyof Contract[A]]: Contract[A][Name] extends Callable ? Name : never;
}[keyof Contract[A]] &
  string;
export type EventName<A extends Area> = {
  [Name in keyof Contract[A]]: Contract[A][Name] extends EventDeclaration ? Name : never;
}[keyof Contract[A]] &
  string;

export type InputOf<A extends Area, Name extends CallName<A>> = Contract[A][Name] extends Callable
  ? z.infer<Contract[A][Name]['input']>
  : never;
export type OutputOf<A extends Area, Name extends CallName<A>> = Contract[A][Name] extends Callable
  ? z.infer<Contract[A][Name]['output']>
  : never;
export type PayloadOf<A extends Area, Name extends EventName<A>> = Contract[A][Name] extends EventDeclaration
  ? z.infer<Contract[A][Name]['payload']>
  : never;

/** The context of a call, which the handler of an abortable operation gets as its second argument. */
export interface CallContext {
  readonly signal: AbortSignal;
  readonly callerId: number;
}
type ContextOf<A extends Area, Name extends CallName<A>> = Contract[A][Name] extends { abortable: true }
  ? [context: CallContext]
  : [];

/** The handler table of main: one handler for each query and mutation. A missing handler does not compile. */
export type Handlers = {
  [A in Area]: {
    [Name in CallName<A>]: (
      input: InputOf<A, Name>,
      ...context: ContextOf<A, Name>
    ) => Promise<OutputOf<A, Name>> | OutputOf<A, Name>;
  };
};

export type HandlersOf<A extends Area> = Handlers[A];

/** The type of `window.latchkey`, which the preload exposes: a function for each query and mutation, and a function that subscribes to each event. */
export type Bridge = {
  readonly [A in Area]: {
    readonly [Name in CallName<A>]: (
      input: InputOf<A, Name>,
      takeCancel?: TakeCancel,
    ) => Promise<Envelope<OutputOf<A, Name>>>;
  } & {
    readonly [Name in EventName<A>]: (listener: (payload: PayloadOf<A, Name>) => void) => () => void;
  };
};

/** Lists every declaration of the contract with its area, name and channel. */
export function declarations(): { area: Area; name: string; channel: string; declaration: Declaration }[] {
  return (Object.keys(contract) as Area[]).flatMap((area) =>
    Object.entries<Declaration>(contract[area]).map(([name, declaration]) => ({
      area,
      name,
      channel: channelOf(area, name),
      declaration,
    })),
  );
}

/** Lists every operation and event in the form that the preload needs. The build inlines this list into the preload's bundle. */
export const channels = (): Channel[] =>
  declarations().map(({ area, name, channel, declaration }) => ({
    area,
    name,
    channel,
    isEvent: declaration.kind === 'event',
  }));
