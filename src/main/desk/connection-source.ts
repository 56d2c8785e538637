/** The source of connections for the desks; the vault implements it. */
import type { Connection } from '../../shared/model/connection.ts';

export interface ConnectionSource {
  /** Returns a connection. Throws AppError `notFound`. */
  connection(id: string): Connection;
}
