/** Token rules as data: how many tokens a token endpoint issues in 24 hours, and how long a token lives (service.md §3.4 to §3.6). */
import { z } from 'zod';
import { MAX_CHARACTERS } from './bounds.ts';
import { Provenance } from './primitives.ts';

/** The unit of a quota: every issuance, or only renewals, which replace a token of the last 24 hours. */
export const QuotaUnit = z.enum(['issuances', 'renewals']);
export type QuotaUnit = z.infer<typeof QuotaUnit>;

/**
 * The quota and the lifetime of tokens: at most `limit` of `unit` in 24 hours (null: any number). A token lives `lifetimeMs` unless the answer with
 * the token says otherwise.
 */
export const TokenRules = z.strictObject({
  unit: QuotaUnit,
  limit: z.number().int().min(1).max(100_000).nullable(),
  lifetimeMs: z.number().int().min(60_000).max(31_622_400_000),
});
export type TokenRules = z.infer<typeof TokenRules>;

/**
 * A named set of token rules in a preset. `assumed`: the rules come from another service, and apply until an answer of this service contradicts them.
 */
export const TokenRuleSet = z.strictObject({
  id: z.string(),
  title: z.string(),
  rules: TokenRules,
  assumed: z.boolean(),
  provenance: Provenance,
  remark: z.string(),
});
export type TokenRuleSet = z.infer<typeof TokenRuleSet>;

/** The token rules of one API of a connection: a set of its preset (`null`: the first set), or the person's own rules. */
export const TokenRuleChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('preset'), setId: z.string().max(MAX_CHARACTERS.name).nullable() }),
  z.strictObject({ kind: z.literal('custom'), rules: TokenRules }),
]);
export type TokenRuleChoice = z.infer<typeof TokenRuleChoice>;

export const TokenRuleChoices = z.strictObject({ openApi: TokenRuleChoice, booking: TokenRuleChoice });
export type TokenRuleChoices = z.infer<typeof TokenRuleChoices>;

/** The default choice of token rules: the preset's first set for both APIs. */
export const PRESET_TOKEN_RULES: TokenRuleChoices = {
  openApi: { kind: 'preset', setId: null },
  booking: { kind: 'preset', setId: null },
};
