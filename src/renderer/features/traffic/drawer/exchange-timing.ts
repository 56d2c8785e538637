/** Divides the time of an exchange, or of all attempts of a request, into steps. Pure. */
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';

export type Step = 'backoff' | 'limit' | 'token' | 'response' | 'download' | 'lost';

export interface Segment {
  readonly step: Step;
  /** The start and the end of the step in epoch ms, on the connection's clock. */
  readonly from: number;
  readonly until: number;
}

export interface ExchangeTiming {
  readonly exchange: ExchangeSummary;
  /** The steps in order. A wait of length zero is left out. */
  readonly segments: readonly Segment[];
}

export const STEPS: Record<Step, { name: string; about: string }> = {
  backoff: { name: 'Backoff', about: 'The pause after the previous attempt' },
  limit: { name: 'Rate limit', about: 'Until the rate limits allowed the request' },
  token: { name: 'Access token', about: 'Until the access token was available' },
  response: { name: 'Response', about: 'From sending to the first byte of the response' },
  download: { name: 'Download', about: 'From the first byte to the last' },
  lost: { name: 'No response', about: 'From sending until the attempt ended' },
};

const endOf = ({ sentAt, durationMs, firstByteMs }: ExchangeSummary): number =>
  sentAt + Math.max(durationMs ?? 0, firstByteMs ?? 0);

/** Returns the timing of one exchange. `previousEnd` is when the previous attempt ended (epoch ms); null for the first attempt. */
export function timingOf(exchange: ExchangeSummary, previousEnd: number | null = null): ExchangeTiming {
  const { sentAt, firstByteMs, durationMs, status } = exchange;
  const queued = Math.min(exchange.queuedAt, sentAt);
  const granted = Math.min(sentAt, Math.max(exchange.grantedAt, queued));
  const backoffEnd = previousEnd === null ? queued : Math.min(granted, Math.max(previousEnd, queued));
  const end = endOf(exchange);
  const firstByteAt = sentAt + (firstByteMs ?? durationMs ?? 0);
  const waits: Segment[] = [
    ...(previousEnd === null
      ? []
      : [{ step: 'backoff' as const, from: Math.min(previousEnd, backoffEnd), until: backoffEnd }]),
    { step: 'limit', from: backoffEnd, until: granted },
    { step: 'token', from: granted, until: sentAt },
  ];
  const afterSending: Segment[] =
    status === null && firstByteMs === null
      ? [{ step: 'lost', from: sentAt, until: end }]
      : [
          { step: 'response', from: sentAt, until: firstByteAt },
          ...(firstByteMs === null ? [] : [{ step: 'download' as const, from: firstByteAt, until: end }]),
        ];
  return { exchange, segments: [...waits.filter(({ from, until }) => until > from), ...afterSending] };
}

/** Returns the timings of all attempts of a request in order, each with the backoff before it. */
export function timingsOf(chain: readonly ExchangeSummary[]): ExchangeTiming[] {
  return chain.map((exchange, index) => {
    const previous = chain[index - 1];
    return timingOf(exchange, previous ? endOf(previous) : null);
  });
}

/** Returns the time range (epoch ms) that all timings cover. */
export function extentOf(timings: readonly ExchangeTiming[]): { from: number; until: number } {
  const all = timings.flatMap(({ segments }) => segments);
  const from = Math.min(...all.map((segment) => segment.from));
  return { from, until: Math.max(from + 1, ...all.map((segment) => segment.until)) };
}

/** Returns the position of an instant in a time range, from 0 to 1. */
export const positionOf = (at: number, { from, until }: { from: number; until: number }): number =>
  (at - from) / (until - from);
