/** The administrator's policies, from a JSON file and from the system's own place for policies. docs/policies.md lists them. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UpdateChannel } from '../../shared/model/update.ts';
import type { SystemPolicies } from '../platform/system-policies.ts';

const Policies = z.strictObject({
  /** `off`: the app never looks for updates. `tell`: the app reports updates but does not install them. */
  updates: z.enum(['off', 'tell']).optional(),
  updateChannel: UpdateChannel.optional(),
});
export type Policies = z.infer<typeof Policies>;

/** The policies, or a sentence on the `problem` with the file and what to do. */
export type PolicyFile = { readonly policies: Policies } | { readonly problem: string };

/** Reads the policies of both sources. A system policy overrides the file's. If one source is unusable, the result is a problem. Never rejects. */
export async function readPolicies(file: string, system: SystemPolicies | null = null): Promise<PolicyFile> {
  const given = await readFileOfPolicies(file);
  if (system === null || 'problem' in given) return given;
  if (system.values === null) return unreadable(system.place);
  const set = policiesIn(system.values, system.place);
  return 'problem' in set ? set : { policies: { ...given.policies, ...set.policies } };
}

/** Reads the policies in the file; a missing file has none. */
async function readFileOfPolicies(file: string): Promise<PolicyFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? { policies: {} } : unreadable(file);
  }
  try {
    return policiesIn(JSON.parse(text), file);
  } catch {
    return { problem: `The policies in ${file} are not JSON. Ask your administrator to correct them, ${EXAMPLE}.` };
  }
}

const EXAMPLE = 'such as { "updates": "tell" }';

const unreadable = (place: string) => ({
  problem: `The policies in ${place} cannot be read. Ask your administrator to let all users read them.`,
});

function policiesIn(value: unknown, place: string): PolicyFile {
  const { data, error } = Policies.safeParse(value);
  if (data) return { policies: data };
  const [issue] = error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const names = Policies.keyof().options;
  if (unknown !== undefined)
    return {
      problem: `The policy “${unknown}” in ${place} is unknown. Ask your administrator to remove it, or to name it ${names.join(' or ')}.`,
    };
  const name = names.find((known) => known === issue?.path[0]);
  if (name === undefined)
    return {
      problem: `The policies in ${place} are not an object. Ask your administrator to correct them, ${EXAMPLE}.`,
    };
  const values = Policies.shape[name].unwrap().options.join(' or ');
  return {
    problem: `The policy “${name}” in ${place} has a value that is not allowed. Ask your administrator to set it to ${values}.`,
  };
}
