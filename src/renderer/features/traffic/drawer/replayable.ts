/** Whether a request of the record may be sent once more from here, and what to say where it may not. Main has the last word. */
import type { EffectiveOperation } from '../../../../shared/model/operation.ts';
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';

/** `null` when it may be sent again, else why not. `operations` are those of its connection now. */
export function replayObstacle(
  { method, operation }: Pick<ExchangeSummary, 'method' | 'operation'>,
  operations: readonly EffectiveOperation[],
): string | null {
  if (operation === 'token')
    return 'A token request cannot be sent again from here: it would use a slot. Renew the token on its own page.';
  if (operation === 'picture') return 'Pictures are loaded by the pages that show them.';
  if (method === 'GET' || method === 'HEAD') return null;
  const shape = operations.find((known) => known.operation.id === operation)?.shape;
  if (shape?.repeatable && shape.method === method) return null;
  return `Sending this ${method} twice could do harm, so it cannot be sent again from here. Repeat the action on its own page.`;
}
