/** Evidence against every cause at the service: something else sent the answer. */
import type { Facts } from '../facts/facts.ts';
import { type Finding, say } from '../rule.ts';

/** Findings to add to each cause at the service; empty for an answer of the service, or without an answer. */
export function notByService({ answeredBy }: Facts): Finding[] {
  const { kind, certain, signs } = answeredBy;
  if (kind !== 'intermediary' && kind !== 'gateway') return [];
  const text = `The service did not answer by itself: ${signs[0] ?? 'its answers are JSON'}.`;
  return [certain ? say.against(text) : say.unlikely(text)];
}
