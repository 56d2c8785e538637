/** A team: the desktops that share a connection's limits and tokens over a Valkey or Redis server. No schema has a password or a key. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from './bounds.ts';
import { EpochMs, Id } from './primitives.ts';

/** The name by which colleagues know a person. */
export const PersonName = z.string().trim().min(1).max(MAX_CHARACTERS.label);

/** The team's server. `new`: the app writes a file that starts one. `own`: one that exists. */
export const TeamServer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new') }),
  z.strictObject({
    kind: z.literal('own'),
    user: z.string().min(1).max(MAX_CHARACTERS.name),
    password: z.string().min(1).max(MAX_CHARACTERS.line),
    /** The certificate of a private authority (PEM); empty for the authorities of the system. */
    authority: z.string().max(MAX_CHARACTERS.body),
  }),
]);
export type TeamServer = z.infer<typeof TeamServer>;

export const NewTeam = z.strictObject({
  connectionId: Id,
  person: PersonName,
  host: z.string().trim().min(1).max(MAX_CHARACTERS.phrase),
  port: z.number().int().min(1).max(65_535),
  server: TeamServer,
});
export type NewTeam = z.infer<typeof NewTeam>;

/** One desktop of the team. Its numbers are from its last report. */
export const TeamMember = z.strictObject({
  id: z.string().max(MAX_CHARACTERS.name),
  person: z.string(),
  /** Whether it is this desktop. */
  isOwn: z.boolean(),
  isPresent: z.boolean(),
  seenAgoMs: z.number().nonnegative(),
  /** The token requests within 24 hours that count against the quotas. */
  tokens: z.number().int().nonnegative(),
  /** The requests within an hour. */
  requests: z.number().int().nonnegative(),
  /** The queued requests. */
  queued: z.number().int().nonnegative(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** The link to the team's server. `problem`: a sentence. */
export const TeamLink = z.strictObject({
  state: z.enum(['connecting', 'up', 'down']),
  since: EpochMs,
  problem: z.string().nullable(),
});
export type TeamLink = z.infer<typeof TeamLink>;

export const Team = z.strictObject({
  /** `setup`: no check of the server has succeeded yet, so nothing is shared. */
  stage: z.enum(['setup', 'shared']),
  address: z.string(),
  person: z.string(),
  /** Whether this desktop may make and remove users of the server, as inviting needs. */
  invites: z.boolean(),
  hasServerFile: z.boolean(),
  link: TeamLink,
  /** All token requests within 24 hours that count against the quotas, also those of desktops that are no longer listed. */
  tokens: z.number().int().nonnegative(),
  members: z.array(TeamMember).max(MAX_ENTRIES.page),
  /** A sentence about records of the server that were not used; null without any. */
  warning: z.string().nullable(),
});
export type Team = z.infer<typeof Team>;

/** The team of a connection; null without a team. */
export const TeamState = z.strictObject({ connectionId: Id, team: Team.nullable() });
export type TeamState = z.infer<typeof TeamState>;

/** The parts of a check, in this order. When a part fails in a way that makes the later parts unknowable, the check ends with that part. */
export const TeamCheckId = z.enum(['network', 'tls', 'acl', 'version', 'eviction', 'persistence', 'clock']);
export type TeamCheckId = z.infer<typeof TeamCheckId>;

export const TeamCheck = z.strictObject({
  /** Whether the limits are shared from now on. */
  isShared: z.boolean(),
  findings: z
    .array(z.strictObject({ id: TeamCheckId, verdict: z.enum(['right', 'warning', 'wrong']), text: z.string() }))
    .max(MAX_ENTRIES.few),
});
export type TeamCheck = z.infer<typeof TeamCheck>;

/** An invitation that was saved. `words`: its passphrase, which is shown once. */
export const SavedInvitation = z.strictObject({ path: z.string(), words: z.string(), expiresAt: EpochMs });
export type SavedInvitation = z.infer<typeof SavedInvitation>;

/** The joined connection. `needsSecrets`: a person must type its client secrets. */
export const JoinedTeam = z.strictObject({ connectionId: Id, needsSecrets: z.boolean() });
export type JoinedTeam = z.infer<typeof JoinedTeam>;
