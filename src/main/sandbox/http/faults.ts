/** The control panel's faults: late answers, error statuses and dropped connections. */
import type { OperationId } from '../../../shared/model/operation.ts';
import type { Fault, FaultEffect, FaultTarget } from '../../../shared/model/sandbox.ts';

export interface RequestFaults {
  readonly delayMs: number;
  readonly status: Extract<FaultEffect, { kind: 'answer' }>['status'] | null;
  readonly dropBefore: boolean;
  readonly dropAfter: boolean;
}

export class Faults {
  #faults: readonly Fault[] = [];
  #made = 0;

  list(): Fault[] {
    return [...this.#faults];
  }

  add(target: FaultTarget, effect: FaultEffect, times: number | null): void {
    this.#made += 1;
    this.#faults = [...this.#faults, { id: `fault-${this.#made}`, target, effect, times }];
  }

  remove(id: string): void {
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
  }

  clear(): void {
    this.#faults = [];
  }

  /**
   * Returns the faults for a request to `target`, all delays, which add up, and the oldest other fault, and counts one use of each. `any`: whether
   * there was a fault.
   */
  take(target: OperationId | 'token' | null): { faults: RequestFaults; any: boolean } {
    let [delayMs, ending]: [number, FaultEffect | null] = [0, null];
    const taken = new Set<string>();
    for (const { id, target: aim, effect } of this.#faults) {
      if (aim !== 'any' && aim !== target) continue;
      if (effect.kind === 'delay') delayMs += effect.delayMs;
      else if (ending === null) ending = effect;
      else continue;
      taken.add(id);
    }
    this.#faults = this.#faults.flatMap((fault) => {
      if (!taken.has(fault.id) || fault.times === null) return [fault];
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
    });
    const faults: RequestFaults = {
      delayMs,
      status: ending?.kind === 'answer' ? ending.status : null,
      dropBefore: ending?.kind === 'drop' && ending.when === 'before',
      dropAfter: ending?.kind === 'drop' && ending.when === 'after',
    };
    return { faults, any: taken.size > 0 };
  }
}
