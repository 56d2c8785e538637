/** All kinds of bulk tasks. */
import type { TaskSpec } from '../../../shared/model/task.ts';
import { calendars } from './calendars.ts';
import type { Kind } from './kind.ts';
import { matrix } from './matrix.ts';
import { stays } from './stays.ts';

const kinds: { [Name in TaskSpec['kind']]: Kind<Extract<TaskSpec, { kind: Name }>> } = { calendars, matrix, stays };

export const kindOf = (spec: TaskSpec): Kind => kinds[spec.kind];
