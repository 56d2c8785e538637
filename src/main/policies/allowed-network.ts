/** The Fetch port that reaches only the hosts that the administrator allows. */
import { isHostAllowed, type Policies } from '../../shared/model/policy.ts';
import type { Fetch } from '../platform/ports.ts';

/** The `code` of the error for a host that no policy allows. The request was not sent. */
const HOST_NOT_ALLOWED = 'HOST_NOT_ALLOWED';

/** Makes a Fetch over `network`. It waits for the policies, and rejects requests to hosts that they do not allow. */
export const allowedNetwork =
  (network: Fetch, policies: () => Promise<Policies>): Fetch =>
  async (request) => {
    const { allowedHosts } = await policies();
    if (allowedHosts && !isHostAllowed(new URL(request.url).hostname, allowedHosts))
      throw Object.assign(new TypeError('the host is not allowed'), { code: HOST_NOT_ALLOWED });
    return network(request);
  };
