/** Which application of a connection sends a Booking Engine request. */
import { AppError } from '../../shared/errors.ts';
import { activeApplicationOf, type Connection, type Credential } from '../../shared/model/connection.ts';

/** The application named, else the active one, else the first. Throws AppError `notFound`. */
export function applicationOf(connection: Connection, applicationId: string | null): Credential {
  const found =
    applicationId === null
      ? activeApplicationOf(connection)
      : connection.applications.find(({ id }) => id === applicationId);
  if (!found) throw new AppError('notFound', { what: 'A Booking Engine application of this connection' });
  return found;
}
