/** What the time of an exchange, and of all attempts of one request, went to. Pure. */
import type { ExchangeSummary } from '../../../../shared/model/traffic.ts';

export type Step = 'backoff' | 'limit' | 'token' | 'response' | 'download' | 'lost';

export interface Segment {
  readonly step: Step;
  /** Instants on the connection's clock. */
  readonly from: number;
  readonly until: number;
}

export interface ExchangeTiming {
  readonly exchange: ExchangeSummary;
  /** In order, without the empty ones of the three waits. */
  readonly segments: readonly Segment[];
}

/** What each step is called, and what it means. */
export const STEPS: Record<Step, { name: string; about: string }> = {
  backoff: { name: 'Before the next attempt', about: 'The pause after the attempt before' },
  limit: { name: 'Waited for a place', about: 'Until the rate limits let it go' },
  token: { name: 'Waited for the token', about: 'Until its access token was there' },
  response: { name: 'Waited for the answer', about: 'From sending to the first byte of the answer' },
  download: { name: 'Receiving', about: 'From the first byte to the last' },
  lost: { name: 'No answer', about: 'From sending until it was given up' },
};

const endOf = ({ sentAt, durationMs, firstByteMs }: ExchangeSummary): number =>
  sentAt + Math.max(durationMs ?? 0, firstByteMs ?? 0);

/** The way of one exchange; `after` is the end of the attempt before it. */
export function timingOf(exchange: ExchangeSummary, after: number | null = null): ExchangeTiming {
  const { sentAt, firstByteMs, durationMs, status } = exchange;
  const queued = Math.min(exchange.queuedAt, sentAt);
  const granted = Math.min(sentAt, Math.max(exchange.grantedAt, queued));
  const wanted = after === null ? queued : Math.min(granted, Math.max(after, queued));
  const end = endOf(exchange);
  const head = sentAt + (firstByteMs ?? durationMs ?? 0);
  const waits: Segment[] = [
    ...(after === null ? [] : [{ step: 'backoff' as const, from: Math.min(after, wanted), until: wanted }]),
    { step: 'limit', from: wanted, until: granted },
    { step: 'token', from: granted, until: sentAt },
  ];
  const answer: Segment[] =
    status === null && firstByteMs === null
      ? [{ step: 'lost', from: sentAt, until: end }]
      : [
          { step: 'response', from: sentAt, until: head },
          ...(firstByteMs === null ? [] : [{ step: 'download' as const, from: head, until: end }]),
        ];
  return { exchange, segments: [...waits.filter(({ from, until }) => until > from), ...answer] };
}

/** The attempts of one request, the first one first, each with the pause before it. */
export function timingsOf(chain: readonly ExchangeSummary[]): ExchangeTiming[] {
  return chain.map((exchange, index) => {
    const before = chain[index - 1];
    return timingOf(exchange, before ? endOf(before) : null);
  });
}

/** The stretch of time that holds all of it. */
export function extentOf(timings: readonly ExchangeTiming[]): { from: number; until: number } {
  const all = timings.flatMap(({ segments }) => segments);
  const from = Math.min(...all.map((segment) => segment.from));
  return { from, until: Math.max(from + 1, ...all.map((segment) => segment.until)) };
}

/** Share of an extent, 0–1. */
export const shareOf = (at: number, { from, until }: { from: number; until: number }): number =>
  (at - from) / (until - from);
