/** Handlers of the availability search. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const availabilityHandlers = ({ availability }: Services): Handlers['availability'] => ({
  search: (input, { signal }) => availability.search(input, signal),
});
