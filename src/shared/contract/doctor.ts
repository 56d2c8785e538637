/** The Doctor's verdicts on refused requests. */
import { z } from 'zod';
import { Id } from '../model/primitives.ts';
import { Refusal } from '../model/refusal.ts';
import { query } from './define.ts';

export const doctor = {
  /** The last 401 and 403 of each operation of a connection, newest first. */
  refusals: query(z.strictObject({ connectionId: Id }), z.array(Refusal)),
};
