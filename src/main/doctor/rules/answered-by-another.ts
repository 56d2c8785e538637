/** Evidence against every cause at the service: something else sent the answer. */
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

/** Returns findings against every cause at the service when something else sent the answer; empty otherwise. */
export function notByService({ answeredBy }: Facts): Finding[] {
  const { kind, certain, signs } = answeredBy;
  if (kind !== 'intermediary' && kind !== 'gateway') return [];
  const text = `The service did not answer by itself: ${signs[0] ?? 'its answers are JSON'}.`;
  return [certain ? say.against(text) : say.unlikely(text)];
}
