/** Updates of the app. */
import { UpdateStatus } from '../model/update.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const updates = {
  status: query(Nothing, UpdateStatus),
  /** Looks for a newer version now. */
  check: mutation(Nothing, UpdateStatus),
  /** Begins the download of the newer version; its progress and its end are events. */
  download: mutation(Nothing, UpdateStatus),
  /** Installs the downloaded version and restarts. AppError `invalidInput` while something runs that a restart would interrupt. */
  restart: mutation(Nothing, Nothing),
  onStatus: event(UpdateStatus),
};
