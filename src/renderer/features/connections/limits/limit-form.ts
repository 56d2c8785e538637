/** The values of the form of custom limits: parses and checks them, and compares them with published limits. */
import { MAX_ENTRIES } from '../../../../shared/input/max-input.ts';
import type { LimitSet, Preset } from '../../../../shared/model/operation.ts';
import type { Api } from '../../../../shared/model/primitives.ts';
import { type LimitChoice, RateRule } from '../../../../shared/model/rates.ts';
import { windowLength, windowName } from '../../../../shared/text/window-name.ts';

export const MAX_RULES = MAX_ENTRIES.rateRules;
const MAX_REQUESTS = 1_000_000;
const MAX_SECONDS = 31_536_000;

export const UNITS = ['second', 'minute', 'hour', 'day', 'other'] as const;
export type WindowUnit = (typeof UNITS)[number];

/** A rule as typed in a row. `seconds` counts only with the unit `other`. */
export interface RuleRow {
  readonly key: number;
  readonly limit: string;
  readonly unit: WindowUnit;
  readonly seconds: string;
}
export type RuleIssues = Partial<Record<'limit' | 'window', string>>;

let lastKey = 0;
export const rowOf = (rule?: RateRule): RuleRow => {
  lastKey += 1;
  if (!rule) return { key: lastKey, limit: '', unit: 'minute', seconds: '' };
  const name = windowName(rule.windowMs);
  const unit = UNITS.find((candidate) => candidate === name) ?? 'other';
  return {
    key: lastKey,
    limit: String(rule.limit),
    unit,
    seconds: unit === 'other' ? String(rule.windowMs / 1_000) : '',
  };
};

function windowMsOf({ unit, seconds }: RuleRow): number | null {
  if (unit !== 'other') return windowLength(unit);
  if (!/^\d+([.,]\d{1,3})?$/.test(seconds)) return null;
  const ms = Math.round(Number(seconds.replace(',', '.')) * 1_000);
  return ms >= 100 && ms <= MAX_SECONDS * 1_000 ? ms : null;
}

/** Reads the rules in the rows, or returns the issues of each row, in the order of the rows. */
export function parseRows(rows: readonly RuleRow[]): { rules: RateRule[] } | { issues: RuleIssues[] } {
  const seen = new Set<number>();
  const rules: RateRule[] = [];
  const issues = rows.map((row): RuleIssues => {
    const windowMs = windowMsOf(row);
    const limit = /^\d+$/.test(row.limit) ? Number(row.limit) : 0;
    const issue: RuleIssues = {};
    if (limit < 1 || limit > MAX_REQUESTS) issue.limit = 'A whole number from 1 to 1,000,000.';
    if (windowMs === null) issue.window = 'From 0.1 seconds to a year.';
    else if (seen.has(windowMs)) issue.window = `There is already a limit per ${windowName(windowMs)}.`;
    if (windowMs !== null) {
      seen.add(windowMs);
      if (issue.limit === undefined) rules.push({ limit, windowMs });
    }
    return issue;
  });
  if (issues.some((issue) => issue.limit !== undefined || issue.window !== undefined)) return { issues };
  return { rules: rules.map((rule) => RateRule.parse(rule)).sort((one, other) => one.windowMs - other.windowMs) };
}

/** Returns the published rules that `rules` exceed by allowing more requests in the same window. */
export function exceededRules(rules: readonly RateRule[], published: readonly RateRule[]): RateRule[] {
  const maxRequestsIn = (windowMs: number): number =>
    Math.min(Number.POSITIVE_INFINITY, ...rules.map((rule) => rule.limit * Math.ceil(windowMs / rule.windowMs)));
  return published.filter(({ limit, windowMs }) => maxRequestsIn(windowMs) > limit);
}

/** Returns the chosen set of limits; the first set when the choice names no set or an unknown set. Undefined for custom rules. */
export const chosenSet = (choice: LimitChoice, sets: readonly LimitSet[]): LimitSet | undefined =>
  choice.kind === 'custom' ? undefined : (sets.find(({ id }) => id === choice.setId) ?? sets[0]);

export const rulesOfChoice = (choice: LimitChoice, sets: readonly LimitSet[]): readonly RateRule[] =>
  choice.kind === 'custom' ? choice.rules : (chosenSet(choice, sets)?.rules ?? []);

/** Returns the sets of limits of one API in a preset; empty for an unknown preset. */
export const setsOf = (preset: Preset | undefined, api: Api): readonly LimitSet[] => preset?.rates[api] ?? [];
