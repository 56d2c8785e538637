/** A main process derived from the contract: calls get the answers of a test, or throw their names; the test emits events. */

import { AppError, isAppError } from '../../src/shared/app-error.ts';
import { type Declaration, envelopeOf, type TakeCancel } from '../../src/shared/contract/define.ts';
import {
  type Area,
  type Bridge,
  type CallContext,
  contract,
  type EventName,
  type Handlers,
  type PayloadOf,
} from '../../src/shared/contract/index.ts';

/** Answers by area and name. A handler throws AppError to answer with an error. */
export type Answers = { [A in Area]?: Partial<Handlers[A]> };

export interface FakeCall {
  readonly area: string;
  readonly name: string;
  readonly input: unknown;
}

type AnyHandler = (input: unknown, context: CallContext) => unknown;
type AnyListener = (payload: unknown) => void;

export class FakeMain {
  /** The object that the preload exposes as `window.latchkey`. */
  readonly bridge: Bridge;
  /** Every call so far, oldest first. */
  readonly calls: FakeCall[] = [];
  /** The calls that the page aborted, oldest first. */
  readonly aborted: FakeCall[] = [];
  readonly #answers = new Map<string, AnyHandler>();
  readonly #listeners = new Map<string, Set<AnyListener>>();

  constructor(answers: Answers = {}) {
    const areas = Object.entries<Record<string, Declaration>>(contract).map(([area, declared]) => [
      area,
      Object.fromEntries(Object.entries(declared).map(([name, entry]) => [name, this.#entry(area, name, entry)])),
    ]);
    this.bridge = Object.fromEntries(areas) as Bridge;
    this.answer(answers);
  }

  /** Adds answers, or replaces them. */
  answer(answers: Answers): void {
    for (const [area, handlers] of Object.entries(answers))
      for (const [name, handler] of Object.entries(handlers))
        this.#answers.set(`${area}.${name}`, handler as AnyHandler);
  }

  /** Publishes an event to the page, after parsing its payload as main does. */
  emit<A extends Area, Name extends EventName<A>>(area: A, name: Name, payload: PayloadOf<A, Name>): void {
    const declared = (contract[area] as Record<string, Declaration>)[name];
    if (declared?.kind !== 'event') throw new Error(`${area}.${name} is no event of the contract`);
    const parsed = declared.payload.parse(payload);
    for (const listener of this.#listeners.get(`${area}.${name}`) ?? []) listener(structuredClone(parsed));
  }

  /** The inputs with which an operation was called. */
  inputsOf(area: Area, name: string): unknown[] {
    return this.calls.filter((call) => call.area === area && call.name === name).map((call) => call.input);
  }

  #entry(area: string, name: string, declared: Declaration): unknown {
    const key = `${area}.${name}`;
    if (declared.kind === 'event')
      return (listener: AnyListener) => {
        const listeners = this.#listeners.get(key) ?? new Set();
        this.#listeners.set(key, listeners.add(listener));
        return () => listeners.delete(listener);
      };
    return async (input: unknown, takeCancel?: TakeCancel) => {
      const parsed = declared.input.parse(structuredClone(input));
      const call = { area, name, input: parsed };
      this.calls.push(call);
      const controller = new AbortController();
      takeCancel?.(() => {
        if (!declared.abortable || controller.signal.aborted) return;
        this.aborted.push(call);
        controller.abort();
      });
      const handler = this.#answers.get(key);
      if (!handler) throw new Error(`the fake main has no answer to ${key}`);
      const envelope = envelopeOf(declared.output);
      try {
        return envelope.parse(
          structuredClone({ ok: true, value: await handler(parsed, { signal: controller.signal, callerId: 1 }) }),
        );
      } catch (error) {
        if (isAppError(error)) return envelope.parse({ ok: false, error: error.data });
        throw error;
      }
    };
  }
}

/** A handler that answers only when the page aborts the call. */
export const untilAborted = (_input: unknown, { signal }: CallContext): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new AppError('cancelled', {}))));

/** Installs a fake main as `window.latchkey`. */
export function installFakeMain(answers: Answers = {}): FakeMain {
  const main = new FakeMain(answers);
  Object.defineProperty(window, 'latchkey', { value: main.bridge, configurable: true });
  return main;
}
