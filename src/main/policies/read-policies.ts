/** Reads the administrator's policies from a JSON file and from the system's own place for policies. docs/policies.md lists them. */
import { readFile } from 'node:fs/promises';
import { MAX_POLICY_PROBLEMS, Policies, type PolicyState } from '../../shared/model/policy.ts';
import type { SystemPolicies } from '../platform/system-policies.ts';

type PolicyName = keyof Policies;

/** The values that each policy accepts, as text for the person. */
const VALUES: Record<PolicyName, string> = {
  updates: 'off or tell',
  updateChannel: 'latest or beta',
  programs: 'off',
  lock: 'required',
  lockMinutes: 'a whole number of minutes from 1 to 240',
  whileLocked: 'stop',
  journalDays: 'a whole number of days from 1 to 3650',
  guestDays: 'a whole number of days from 1 to 3650',
  allowedHosts: 'hosts such as api.example.com or *.example.com',
};

/** The policies that apply in place of invalid values. None limits the days of stored data, because a mistake must delete no data. */
const STRICTEST: Policies = {
  ...{ updates: 'off', updateChannel: 'latest', programs: 'off', allowedHosts: [] },
  ...{ lock: 'required', lockMinutes: 1, whileLocked: 'stop' },
};

/** The policies that replace the given ones while there is any mistake, because the intended ones are unknown. The other given ones still apply. */
const DURING_MISTAKES: Policies = { updates: 'off', programs: 'off' };

/** Reads the policies of both sources. A policy of the system replaces the same policy of the file. Never rejects. */
export async function readPolicies(file: string, system: SystemPolicies | null = null): Promise<PolicyState> {
  const given = await readFileOfPolicies(file);
  const set = system === null ? NONE : readSystem(system);
  const problems = [...given.problems, ...set.problems].slice(0, MAX_POLICY_PROBLEMS);
  const policies = { ...given.policies, ...set.policies };
  return { policies: problems.length === 0 ? policies : { ...policies, ...DURING_MISTAKES }, problems };
}

const NONE: PolicyState = { policies: {}, problems: [] };

const readSystem = ({ place, values }: SystemPolicies): PolicyState =>
  values === null ? unreadable(place) : policiesIn(values, place);

/** Reads the policies in the file; a missing file has none. */
async function readFileOfPolicies(file: string): Promise<PolicyState> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? NONE : unreadable(file);
  }
  try {
    return policiesIn(JSON.parse(text), file);
  } catch {
    return problem(`The policies in ${file} are not JSON. Ask your administrator to correct them, ${EXAMPLE}.`);
  }
}

const EXAMPLE = 'such as { "updates": "tell" }';

const problem = (sentences: string): PolicyState => ({ policies: {}, problems: [sentences] });

const unreadable = (place: string): PolicyState =>
  problem(`The policies in ${place} cannot be read. Ask your administrator to let all users read them.`);

function policiesIn(value: unknown, place: string): PolicyState {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return problem(`The policies in ${place} are not an object. Ask your administrator to correct them, ${EXAMPLE}.`);
  const states = Object.entries(value).map(([name, given]) => policyOf(name, given, place));
  return {
    policies: Object.assign({}, ...states.map(({ policies }) => policies)),
    problems: states.flatMap(({ problems }) => problems),
  };
}

function policyOf(name: string, given: unknown, place: string): PolicyState {
  const known = Policies.keyof().safeParse(name).data;
  if (known === undefined)
    return problem(
      `The policy “${name.slice(0, 60)}” in ${place} is unknown. Ask your administrator to remove it, or to name it ${Policies.keyof().options.join(', ')}.`,
    );
  const { data, success } = Policies.shape[known].unwrap().safeParse(asMeant(known, given));
  if (success) return { policies: { [known]: data }, problems: [] };
  return {
    policies: known in STRICTEST ? { [known]: STRICTEST[known] } : {},
    problems: [
      `The policy “${known}” in ${place} has a value that is not allowed. Ask your administrator to set it to ${VALUES[known]}.`,
    ],
  };
}

/** Converts a text, which is all that the registry has, to the number or the list that it stands for. */
function asMeant(name: PolicyName, given: unknown): unknown {
  if (name === 'journalDays' || name === 'guestDays' || name === 'lockMinutes')
    return typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (name !== 'allowedHosts') return given;
  const hosts = typeof given === 'string' ? given.split(/[\s,]+/).filter((host) => host !== '') : given;
  return Array.isArray(hosts)
    ? hosts.map((host: unknown) => (typeof host === 'string' ? host.toLowerCase() : host))
    : hosts;
}
