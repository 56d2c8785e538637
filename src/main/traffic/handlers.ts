/** The handlers of limits, pending requests, replay, and the timeline of incidents. */
import type { HandlersOf } from '../../shared/contract/index.ts';
import { nothing } from '../../shared/contract/outputs.ts';
import type { CustomRequests } from './custom-requests.ts';
import type { Limiters } from './limits/limiters.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { Replay } from './replay.ts';
import type { IncidentReader } from './timeline/incident-reader.ts';

export interface TrafficServices {
  readonly rates: Limiters;
  readonly pending: PendingRequests;
  readonly replay: Replay;
  readonly customRequests: CustomRequests;
  readonly incidents: IncidentReader;
}

export const trafficHandlers = ({
  rates,
  pending,
  replay,
}: TrafficServices): Pick<
  HandlersOf<'traffic'>,
  'rates' | 'pending' | 'cancelPending' | 'tryHost' | 'replay' | 'resend'
> => ({
  rates: ({ connectionId }) => rates.snapshot(connectionId),
  pending: ({ connectionId }) => pending.snapshot(connectionId),
  cancelPending: ({ connectionId, ids }) => nothing(pending.cancel(connectionId, ids)),
  tryHost: ({ connectionId, host }) => nothing(pending.tryHost(connectionId, host)),
  replay: ({ id }) => replay.replay(id),
  resend: ({ id, ...edited }) => replay.resend(id, edited),
});

/** The IPC handlers for requests that a person composes. */
export const customRequestHandlers = ({
  customRequests,
}: Pick<TrafficServices, 'customRequests'>): HandlersOf<'requests'> => ({
  list: () => customRequests.list(),
  save: (request) => customRequests.save(request),
  remove: ({ name }) => customRequests.remove(name),
  send: (request, { signal }) => customRequests.send(request, signal),
  fromExchange: ({ id }) => customRequests.ofExchange(id),
  fromCurl: ({ connectionId, text }) => customRequests.ofCurl(connectionId, text),
});

export const incidentHandlers = ({
  incidents,
}: Pick<TrafficServices, 'incidents'>): Pick<HandlersOf<'doctor'>, 'incidents'> => ({
  incidents: ({ connectionId, range }) => incidents.timeline(connectionId, range),
});
