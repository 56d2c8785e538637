/** Makes the incident timeline, as a pure function of the data in the ledger, the journal and the marks. */

import type { QuotaReset } from '../../../shared/model/connection.ts';
import type { IncidentTimeline, QuotaHistory } from '../../../shared/model/incident.ts';
import type { TokenStatus } from '../../../shared/model/token.ts';
import type { ExchangeSummary, Timeline } from '../../../shared/model/traffic.ts';
import type { Outage } from '../../journal/query/outage.ts';
import { burnedSentence, lastWorkedSentence } from './answers.ts';
import {
  expiryIncidents,
  foreignIncidents,
  issuanceIncidents,
  type KnownIssuance,
  knownIssuances,
  listed,
  type NewIncident,
  setbackIncidents,
  setbackText,
} from './incident-events.ts';
import { incidentsOfMarks } from './mark-incidents.ts';
import type { Mark } from './marks.ts';
import { quotaSteps } from './quota-steps.ts';

export type TokenFacts = Pick<
  TokenStatus,
  'credentialId' | 'api' | 'label' | 'issuances' | 'issuedAt' | 'expiresAt' | 'foreignUse' | 'quota'
>;

/** The facts from which a timeline is made. All instants are on the connection's clock. */
export interface TimelineFacts {
  readonly now: number;
  readonly from: number;
  readonly until: number;
  readonly counts: Pick<Timeline, 'bucketMs' | 'buckets'>;
  readonly tokens: readonly TokenFacts[];
  readonly reset: QuotaReset;
  /** Exchanges with the token endpoints. */
  readonly tokenExchanges: readonly ExchangeSummary[];
  /** Exchanges answered 401, 403 or 429. */
  readonly setbacks: readonly ExchangeSummary[];
  /** The time of the oldest of `setbacks` when the range has more; else null. */
  readonly setbacksFrom: number | null;
  readonly marks: readonly Mark[];
  readonly outage: Outage | null;
}

export function timelineOf(facts: TimelineFacts): IncidentTimeline {
  const { now, from, until, counts, outage } = facts;
  const uses = facts.tokens.map((token) => ({ token, known: knownIssuances(token, facts.tokenExchanges) }));
  const changes = [...uses.flatMap((use) => tokenIncidents(use, now)), ...incidentsOfMarks(facts.marks)];
  // The tokens of other credentials and the circuits of other hosts explain nothing.
  const ofOutage = outage
    ? [
        ...uses
          .filter(({ token }) => token.credentialId === outage.first.credentialId)
          .flatMap((use) => tokenIncidents(use, now)),
        ...incidentsOfMarks(facts.marks.filter(({ host }) => host === null || host === outage.first.host)),
      ]
    : [];
  const quotas = uses.flatMap(({ token, known }): QuotaHistory[] => {
    const { credentialId, api, label, quota } = token;
    if (quota.limit === null) return [];
    return [{ credentialId, api, label, limit: quota.limit, steps: quotaSteps(token, known, facts.reset, facts) }];
  });
  return {
    from,
    until,
    asOf: now,
    ...counts,
    incidents: listed([...changes, ...setbackIncidents(facts.setbacks)], from, until),
    setbacksFrom: facts.setbacksFrom,
    quotas,
    brokenAt: outage && { at: outage.first.sentAt, exchangeId: outage.first.id, text: setbackText(outage.first) },
    burned: burnedSentence(uses, now),
    lastWorked: lastWorkedSentence(outage, ofOutage),
  };
}

const tokenIncidents = (
  { token, known }: { token: TokenFacts; known: readonly KnownIssuance[] },
  now: number,
): NewIncident[] => [
  ...issuanceIncidents(token.label, known),
  ...foreignIncidents(token),
  ...expiryIncidents(token, known, now),
];
