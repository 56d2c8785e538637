/** The token rules of the specification's service, from its preset. */
import { presetOf } from '../../src/main/api/presets.ts';
import type { Api } from '../../src/shared/model/primitives.ts';
import type { TokenRules } from '../../src/shared/model/token-rules.ts';

export function specRules(api: Api): TokenRules {
  const [set] = presetOf('guesty').tokens[api];
  if (!set) throw new Error(`the preset has no token rules for ${api}`);
  return set.rules;
}
