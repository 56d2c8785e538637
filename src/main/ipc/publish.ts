/** Publishes events to the windows. Every event of the contract has one source; every payload is parsed before it is sent. */
import type { EventDeclaration } from '../../shared/contract/define.ts';
import {
  type Area,
  type Contract,
  channelOf,
  contract,
  type EventName,
  type PayloadOf,
} from '../../shared/contract/index.ts';
import type { Log, Random, Subscribable } from '../platform/ports.ts';

/** The source of each event of the contract. Without one of the sources, the code does not compile. */
export type Sources = {
  [A in Area as EventName<A> extends never ? never : A]: {
    [Name in EventName<A>]: Contract[A][Name] extends { readonly to: 'caller' }
      ? Subscribable<ForCaller<PayloadOf<A, Name>>>
      : Subscribable<PayloadOf<A, Name>>;
  };
};

/** A payload for one window; `callerId` is the id of its web contents. */
export interface ForCaller<Payload> {
  readonly callerId: number;
  readonly payload: Payload;
}

/** The part of Electron's `WebContents` that is used. */
export interface SendingContents {
  readonly id: number;
  send(channel: string, payload: unknown): void;
  isDestroyed(): boolean;
}

/** The windows that receive events. `front` is the window that had the focus last. */
export interface ReceivingWindows {
  contents(): readonly SendingContents[];
  front(): SendingContents | null;
}

export interface PublishOptions {
  readonly windows: ReceivingWindows;
  /** Whether the app is locked: then only events of the lock are published. */
  readonly isLocked: () => boolean;
  readonly log: Log;
  readonly random: Random;
}

export type Publish = <A extends Area, Name extends EventName<A>>(
  area: A,
  event: Name,
  payload: PayloadOf<A, Name>,
  /** The id of the caller's web contents, for an event that only this window receives. */
  callerId?: number,
) => void;

/** Makes the function that publishes a payload. A payload that does not match its schema is not sent; the log gets no values of it. */
export function publisher({ windows, isLocked, log, random }: PublishOptions): Publish {
  return (area, event, payload, callerId) => {
    if (area !== 'lock' && isLocked()) return;
    const declaration = contract[area][event as keyof Contract[typeof area]] as EventDeclaration;
    const wanted =
      declaration.to === 'frontWindow'
        ? [windows.front()]
        : windows.contents().filter(({ id }) => declaration.to !== 'caller' || id === callerId);
    const targets = wanted.flatMap((target) => (target === null || target.isDestroyed() ? [] : target));
    if (targets.length === 0) return;
    const parsed = declaration.payload.safeParse(payload);
    const channel = channelOf(area, event);
    if (parsed.success) {
      for (const target of targets) target.send(channel, parsed.data);
      return;
    }
    const mismatches = parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`);
    log.error('an event does not fit the contract', { logId: random.id(), channel, mismatches });
  };
}

/** Publishes the events of every source. The returned function stops this. */
export function publishAll(sources: Sources, publish: Publish): () => void {
  const stops: (() => void)[] = [];
  for (const [area, events] of Object.entries(sources)) {
    for (const [event, source] of Object.entries(events as unknown as Record<string, Subscribable<never>>))
      stops.push(
        source.subscribe((emitted) => {
          const declaration = contract[area as Area][event as never] as EventDeclaration;
          if (declaration.to !== 'caller') return publish(area as Area, event as never, emitted);
          const { callerId, payload } = emitted as ForCaller<never>;
          publish(area as Area, event as never, payload, callerId);
        }),
      );
  }
  return () => {
    for (const stop of stops) stop();
  };
}
