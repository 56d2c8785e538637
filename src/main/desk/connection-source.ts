/** What the desk needs to know of connections; the vault is the one that answers. */
import type { Connection } from '../../shared/model/connection.ts';

export interface ConnectionSource {
  /** Throws AppError `notFound`. */
  connection(id: string): Connection;
}
