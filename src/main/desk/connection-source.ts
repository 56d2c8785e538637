/** What the desk needs to know of connections; the vault is the one that answers. */
import { AppError } from '../../shared/errors.ts';
import type { Connection, Credential } from '../../shared/model/connection.ts';

export interface ConnectionSource {
  /** Throws AppError `notFound`. */
  connection(id: string): Connection;
}

/** The application a Booking Engine request is made with: the one named, else the active one, else the first. Throws `notFound`. */
export function applicationOf(connection: Connection, applicationId: string | null): Credential {
  const wanted = applicationId ?? connection.activeApplicationId;
  const found =
    connection.applications.find((application) => application.id === wanted) ??
    (applicationId === null ? connection.applications[0] : undefined);
  if (!found) throw new AppError('notFound', { what: 'A Booking Engine application of this connection' });
  return found;
}
