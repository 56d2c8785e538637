/**
 * Decides which lines of the issuance ledger are needed. Ages count from the newest issuance of the same key and not from a clock, because the clock
 * may be wrong when the ledger is opened. The last issuances are always kept.
 */
import type { Issuance } from '../../shared/model/token.ts';
import { isSpent, QUOTA_WINDOW_MS } from '../../shared/token/issuance-slots.ts';
import type { ClockCorrectedLine, LedgerLine } from './ledger-line.ts';
import { keyText } from './token-endpoint.ts';

/** The number of spent issuances of a key that are always kept; a quota counts far fewer. */
const MIN_SPENT = 60;

/** A line of the ledger's file. `line` is null when this version cannot read it. */
export interface FileLine {
  readonly text: string;
  readonly line: LedgerLine | null;
}

/** Selects the issuances of one key that can still affect a quota or a finding, oldest first. */
export function keptIssuances(issuances: readonly Issuance[]): Issuance[] {
  const newestAt = Math.max(...issuances.map(({ at }) => at));
  const kept: Issuance[] = [];
  let spent = 0;
  for (const issuance of issuances.toReversed()) {
    // The quota looks back one window, foreign use three.
    const isRecent = issuance.at > newestAt - 4 * QUOTA_WINDOW_MS;
    if (isRecent || (spent < MIN_SPENT && isSpent(issuance))) kept.push(issuance);
    if (isSpent(issuance)) spent += 1;
  }
  return kept.reverse();
}

/**
 * Selects the ledger lines to keep and returns their texts: the requests in `ids`, unreadable lines, counts of damaged lines, and a reset of the
 * quota while an earlier line of its key is kept.
 */
export function keptLines(lines: readonly FileLine[], ids: ReadonlySet<string>): string[] {
  const keys = new Set<string>();
  let isDamaged = false;
  return lines.flatMap(({ text, line }) => {
    if (line === null) return text.trim() === '' ? [] : [text];
    if (line.kind === 'damaged') {
      isDamaged = true;
      return [text];
    }
    if (line.kind === 'forgiven') return isDamaged || keys.has(keyText(line)) ? [text] : [];
    if (line.kind === 'moved') return movedLine(text, line, ids);
    if (!ids.has(line.id)) return [];
    if (line.kind === 'sent' || line.kind === 'colleague') keys.add(keyText(line));
    return [text];
  });
}

function movedLine(text: string, line: ClockCorrectedLine, ids: ReadonlySet<string>): string[] {
  const kept = line.ids.filter((id) => ids.has(id));
  if (kept.length === line.ids.length) return [text];
  return kept.length === 0 ? [] : [JSON.stringify({ ...JSON.parse(text), ids: kept })];
}
