/** Handlers of what is known about refusals. */
import type { Handlers } from '../../../shared/contract/index.ts';
import type { Services } from '../services.ts';

export const doctorHandlers = ({ doctor }: Services): Handlers['doctor'] => ({
  refusals: ({ connectionId }) => doctor.refusals(connectionId),
});
