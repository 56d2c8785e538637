/** Handlers of exchanges, requests that wait, and rate windows. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';
import type { Desktop } from './app.ts';

export const trafficHandlers = (
  { rates, journal, waiting, replay, exports }: Services,
  desktop: Desktop,
): Handlers['traffic'] => ({
  rates: ({ connectionId }) => rates.snapshot(connectionId),
  exchanges: (query) => journal.page(query),
  facets: ({ connectionId }) => journal.facets(connectionId),
  timeline: (query) => journal.timeline(query),
  exchange: ({ id }) => journal.get(id),
  chain: ({ chainId }) => journal.chain(chainId),
  clear: async ({ connectionId }) => {
    await journal.clear(connectionId);
    return null;
  },
  replay: ({ id }) => replay.replay(id),
  exportHar: async (selection) => {
    const path = await desktop.chooseFile({ suggestedName: 'latchkey-traffic.har', kind: 'HAR', extension: 'har' });
    return path === null ? null : exports.har(path, selection);
  },
  cancelExport: async () => {
    await exports.cancel();
    return null;
  },
  journal: () => journal.state(),
  waiting: ({ connectionId }) => waiting.snapshot(connectionId),
  cancelWaiting: async ({ connectionId, ids }) => {
    await waiting.cancel(connectionId, ids);
    return null;
  },
  tryHost: async ({ connectionId, host }) => {
    await waiting.tryHost(connectionId, host);
    return null;
  },
});
