/** The administrator's policies: a JSON file in a folder that only an administrator may change. docs/policies.md lists them. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { UpdateChannel } from '../../shared/model/update.ts';

const Policies = z.strictObject({
  /** `off`: the app never looks for updates. `tell`: it tells of them, and does not install them. */
  updates: z.enum(['off', 'tell']).optional(),
  updateChannel: UpdateChannel.optional(),
});
export type Policies = z.infer<typeof Policies>;

/** A file that cannot be used has a `problem`, a sentence; then nothing is known of what the administrator wants. */
export type PolicyFile = { readonly policies: Policies } | { readonly problem: string };

/** A missing file has no policies. Never rejects. */
export async function readPolicies(file: string): Promise<PolicyFile> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? { policies: {} } : { problem: `The policies in ${file} cannot be read.` };
  }
  return policiesIn(text, file);
}

function policiesIn(text: string, file: string): PolicyFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: `The policies in ${file} are not JSON.` };
  }
  const { data, error } = Policies.safeParse(value);
  if (data) return { policies: data };
  const [issue] = error.issues;
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  if (name === undefined || name === '') return { problem: `The policies in ${file} are not an object.` };
  const fault = issue?.code === 'unrecognized_keys' ? 'is unknown' : 'has a value that is not allowed';
  return { problem: `The policy “${name}” in ${file} ${fault}.` };
}
