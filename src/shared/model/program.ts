/** Programs: scripts and agents on this computer that ask the app instead of the service, and never hold a token (ADR 48). */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { EpochMs, Id } from './primitives.ts';

const Count = z.number().int().min(0);

/**
 * The level of a program's rights; each level includes those before it. `quote`: makes quotes, which reserve nothing. `prepare`: opens a filled
 * booking form, which a person sends. No level books.
 */
export const ProgramLevel = z.enum(['read', 'quote', 'prepare']);
export type ProgramLevel = z.infer<typeof ProgramLevel>;

/** Whether `level` gives the rights of `wanted`: it is the same level, or a later one in ProgramLevel. */
export const includesLevel = (level: ProgramLevel, wanted: ProgramLevel): boolean =>
  ProgramLevel.options.indexOf(level) >= ProgramLevel.options.indexOf(wanted);

/**
 * The rights of a program on one connection. `perDay`: the most requests to the service in 24 hours; `concurrent`: the most at the same time. `paths`
 * are paths that a GET may name besides those of the operations; `*` stands for one segment. Without `guestData`, guests are redacted in answers.
 */
export const ProgramRights = z.strictObject({
  connectionId: Id,
  name: z.string().trim().min(1, { error: 'A program needs a name.' }).max(MAX_CHARACTERS.label),
  level: ProgramLevel,
  guestData: z.boolean(),
  perDay: z.number().int().min(1).max(100_000),
  concurrent: z.number().int().min(1).max(16),
  paths: z
    .array(
      z
        .string()
        .max(MAX_CHARACTERS.name)
        .regex(/^\/[\w./*~-]*$/, { error: 'A path begins with / and has no query, such as /reviews/*.' }),
    )
    .max(MAX_ENTRIES.few),
});
export type ProgramRights = z.infer<typeof ProgramRights>;

/** The rights of a new program. `days` is the time until they expire. */
export const NewProgram = ProgramRights.extend({ days: z.number().int().min(1).max(366) });
export type NewProgram = z.infer<typeof NewProgram>;

export const NEW_PROGRAM = {
  level: 'read',
  guestData: false,
  perDay: 500,
  concurrent: 4,
  paths: [],
  days: 90,
} as const;
/** The number of days for which a program without a key may read, once a person has allowed it. */
export const UNKEYED_DAYS = 30;

/** A program as Settings shows it. `hasKey` is false for a program that a person allowed in a dialog. Instants are on the machine's clock. */
export const Program = ProgramRights.extend({
  name: z.string(),
  paths: z.array(z.string()),
  id: Id,
  hasKey: z.boolean(),
  createdAt: EpochMs,
  expiresAt: EpochMs,
  lastAt: EpochMs.nullable(),
  /** Requests since `dayStartedAt`, the first one of the running 24 hours. */
  usedToday: Count,
  dayStartedAt: EpochMs.nullable(),
  /** The tokens that were issued because this program needed one. */
  issuances: Count,
  /** The time at which too many refusals paused the program; null while it is not paused. A person resumes it. */
  pausedAt: EpochMs.nullable(),
});
export type Program = z.infer<typeof Program>;

/** The suggested port of the local HTTP server. */
export const HTTP_PORT = 7_435;
export const HttpPort = z.number().int().min(1_024).max(65_535);

/**
 * The programs, newest first. `refusal` is a part of a sentence on why programs cannot reach the app; null while they can. `http` is the local HTTP
 * server; its port is null while it is off.
 */
export const ProgramsSnapshot = z.strictObject({
  revision: z.number().int(),
  programs: z.array(Program),
  refusal: z.string().nullable(),
  http: z.strictObject({ port: z.number().int().nullable(), refusal: z.string().nullable() }),
});
export type ProgramsSnapshot = z.infer<typeof ProgramsSnapshot>;

/**
 * The command `latchkey` on the PATH of this user. `none`: this build cannot install it. `package`: the system's package installed it. `problem` is a
 * part of a sentence on what keeps the command from being installed or found.
 */
export const CommandOnPath = z.strictObject({
  state: z.enum(['none', 'package', 'offered', 'installed']),
  place: z.string().nullable(),
  problem: z.string().nullable(),
});
export type CommandOnPath = z.infer<typeof CommandOnPath>;

const TASK = 'program:';
/** Returns the task id of a program's requests: the journal shows them as the program's, and the limiter rotates them as one task. */
export const programTask = (id: string): string => `${TASK}${id}`;
/** Returns the id of the program that a task names; null for a bulk task. */
export const programOfTask = (taskId: string): string | null =>
  taskId.startsWith(TASK) ? taskId.slice(TASK.length) : null;
