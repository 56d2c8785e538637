/** Which application of a connection a Booking Engine request is made with. */
import { AppError } from '../../shared/errors.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';

/** The application named, else the active one, else the first. Throws AppError `notFound`. */
export function applicationOf(connection: Connection, applicationId: string | null): Credential {
  const wanted = applicationId ?? connection.activeApplicationId;
  const found =
    connection.applications.find((application) => application.id === wanted) ??
    (applicationId === null ? connection.applications[0] : undefined);
  if (!found) throw new AppError('notFound', { what: 'A Booking Engine application of this connection' });
  return found;
}
