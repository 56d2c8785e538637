/** How a connection's time runs, for countdowns and for what "today" is there. */
import { useQuery } from '@tanstack/react-query';
import type { ClockFace } from '../../shared/model/primitives.ts';
import { ask } from './client.ts';

/** The clock of a connection; `undefined` until it is known, which reads as this machine's. */
export function useClockFace(connectionId: string): ClockFace | undefined {
  return useQuery(ask('tokens', 'status', { connectionId })).data?.clock;
}
