/** The administrator's policies. docs/policies.md lists them. */
import { z } from 'zod';
import { UpdateChannel } from './update.ts';

/** A host as a policy names it: `api.example.com`, or `*.example.com` for every host below example.com. */
const HostPattern = z
  .string()
  .max(253)
  .regex(/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/);

/** The longest time, in days, that a policy may name. */
const MAX_DAYS = 3_650;
const MAX_HOSTS = 200;
/** The maximum number of mistakes that are named; further ones are left out. */
export const MAX_POLICY_PROBLEMS = 20;

export const Policies = z.strictObject({
  /** `off`: the app never looks for updates. `tell`: the app reports updates but does not install them. */
  updates: z.enum(['off', 'tell']).optional(),
  updateChannel: UpdateChannel.optional(),
  /** `off`: no other program can use the app. */
  programs: z.enum(['off']).optional(),
  /** `required`: the app can be used only with a passphrase for its lock. */
  lock: z.enum(['required']).optional(),
  /** The maximum number of minutes without use before the app locks itself. */
  lockMinutes: z.number().int().min(1).max(240).optional(),
  /** `stop`: while the app is locked, its tasks pause and no other program can use it. */
  whileLocked: z.enum(['stop']).optional(),
  /** The maximum number of days for which recorded traffic is kept. */
  journalDays: z.number().int().min(1).max(MAX_DAYS).optional(),
  /** Guests that were not used for this number of days are deleted. */
  guestDays: z.number().int().min(1).max(MAX_DAYS).optional(),
  /** The hosts that real connections may reach; any host without this policy. */
  allowedHosts: z.array(HostPattern).max(MAX_HOSTS).optional(),
});
export type Policies = z.infer<typeof Policies>;

/** The policies in force, and a sentence with what to do for each mistake in them. */
export const PolicyState = z.strictObject({
  policies: Policies,
  problems: z.array(z.string()).max(MAX_POLICY_PROBLEMS),
});
export type PolicyState = z.infer<typeof PolicyState>;

/** Whether a policy with these patterns lets the app reach a host. */
export const isHostAllowed = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
