/** The result of a connection test, which sends each read of its APIs once. */
import { z } from 'zod';
import { ErrorData } from '../errors.ts';
import { FoundPath, OperationId } from './operation.ts';

/** A read of the test. `detail`: what answered, or why nothing was sent. `url`: the address, `null` when nothing was sent. */
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
