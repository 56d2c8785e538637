/** The result of a connection test, which sends one request for each kind of read. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { FoundPath, OperationId } from './operation.ts';

/** One read of the test. `detail` says what the service answered, or why nothing was sent. `url` is null when nothing was sent. */
export const TestedRead = z.strictObject({
  operation: OperationId,
  title: z.string(),
  state: z.enum(['answered', 'failed', 'skipped']),
  url: z.string().nullable(),
  detail: z.string(),
  error: ErrorData.nullable(),
  found: FoundPath.nullable(),
});
export type TestedRead = z.infer<typeof TestedRead>;

export const ConnectionTest = z.strictObject({ reads: z.array(TestedRead) });
export type ConnectionTest = z.infer<typeof ConnectionTest>;
