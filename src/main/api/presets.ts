/** The presets: addresses, limits, token rules and operations as data. A test checks the files against their schema, which takes 8 ms. */
import custom from '../../../resources/presets/custom.json' with { type: 'json' };
import guesty from '../../../resources/presets/guesty.json' with { type: 'json' };
import sandbox from '../../../resources/presets/sandbox.json' with { type: 'json' };
import type { Connection, PresetId } from '../../shared/model/connection.ts';
import type { Operation, OperationId, Preset } from '../../shared/model/operation.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { RateRule } from '../../shared/model/rates.ts';
import type { TokenRuleSet } from '../../shared/model/token-rules.ts';

/** A preset file. Its `operations` may name another preset, whose operations it shares. */
type PresetFile = Omit<Preset, 'operations'> & { readonly operations: Operation[] | { readonly like: PresetId } };

const files: Record<PresetId, PresetFile> = {
  guesty: guesty as PresetFile,
  custom: custom as PresetFile,
  sandbox: sandbox as PresetFile,
};

const presets: Record<PresetId, Preset> = {
  guesty: resolve(files.guesty),
  custom: resolve(files.custom),
  sandbox: resolve(files.sandbox),
};

export function presetOf(id: PresetId): Preset {
  return presets[id];
}

/** Returns the rate limits of one API of a connection: the person's own limits, or the chosen set of the preset, by default its first. */
export function rulesOf({ presetId, limits }: Pick<Connection, 'presetId' | 'limits'>, api: Api): readonly RateRule[] {
  const choice = limits[api];
  if (choice.kind === 'custom') return choice.rules;
  const sets = presets[presetId].rates[api];
  return (sets.find((set) => set.id === choice.setId) ?? sets[0])?.rules ?? [];
}

/** Returns the token rules of one API of a connection: the person's own rules, or the chosen set of the preset, by default its first. */
export function tokenRulesOf(
  { presetId, tokenRules }: Pick<Connection, 'presetId' | 'tokenRules'>,
  api: Api,
): Pick<TokenRuleSet, 'rules' | 'assumed'> {
  const choice = tokenRules[api];
  if (choice.kind === 'custom') return { rules: choice.rules, assumed: false };
  const sets = presets[presetId].tokens[api];
  const set = sets.find(({ id }) => id === choice.setId) ?? sets[0];
  if (!set) throw new Error(`preset ${presetId} has no token rules for ${api}`);
  return set;
}

export function allPresets(): Preset[] {
  return Object.values(presets);
}

/** Returns an operation of a preset. Every preset has every operation. */
export function presetOperation(presetId: PresetId, id: OperationId): Operation {
  const found = presets[presetId].operations.find((operation) => operation.id === id);
  if (!found) throw new Error(`preset ${presetId} has no operation ${id}`);
  return found;
}

function resolve(file: PresetFile): Preset {
  const { operations } = file;
  if (Array.isArray(operations)) return { ...file, operations };
  const origin = files[operations.like].operations;
  if (!Array.isArray(origin))
    throw new Error(`preset ${file.id} takes its operations from ${operations.like}, which has none of its own`);
  return { ...file, operations: origin };
}
