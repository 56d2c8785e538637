/** Eras: runs of exchanges of one connection that are indexed, searched and thrown away together. */
import type { DatabaseSync } from 'node:sqlite';

export interface Segment {
  readonly id: number;
  readonly connection: string;
  /** No exchange of it before this one is kept. */
  firstSeq: number;
  lastSeq: number;
  /** Exchanges that are kept. */
  count: number;
  /** About what it takes on disk. */
  bytes: number;
  /** Machine time of its first exchange. */
  readonly startedAt: number;
  closed: boolean;
  /** Forgotten: nobody sees it any more; its room is returned in pieces. */
  deleted: boolean;
  /** Its index was brought into its final form. */
  merged: boolean;
  /** Whether `vocabulary` has all of its words of letters; false when there were too many. */
  vocabulary: boolean;
  dictionary: Uint8Array | null;
}

/** When an era is full: a part of what may be kept, so that the oldest can go as a whole. */
export interface SegmentLimits {
  readonly exchanges: number;
  readonly bytes: number;
  readonly ageMs: number;
}

const PARTS = 16;
const MAX_EXCHANGES = 65_536;
const DAY_MS = 86_400_000;

export const segmentLimits = ({ maxDays, maxMegabytes }: { maxDays: number; maxMegabytes: number }): SegmentLimits => ({
  exchanges: MAX_EXCHANGES,
  bytes: (maxMegabytes * 1_048_576) / PARTS,
  ageMs: Math.max(DAY_MS / 4, (maxDays * DAY_MS) / PARTS),
});

export const isFull = (segment: Segment, limits: SegmentLimits, now: number): boolean =>
  segment.count >= limits.exchanges || segment.bytes >= limits.bytes || now - segment.startedAt >= limits.ageMs;

export function readSegments(db: DatabaseSync): Segment[] {
  return db
    .prepare('SELECT * FROM eras ORDER BY id')
    .all()
    .map((row) => ({
      id: Number(row.id),
      connection: String(row.connection),
      firstSeq: Number(row.first_seq),
      lastSeq: Number(row.last_seq),
      count: Number(row.count),
      bytes: Number(row.bytes),
      startedAt: Number(row.started_at),
      closed: row.closed === 1,
      deleted: row.dead === 1,
      merged: row.settled === 1,
      vocabulary: row.vocabulary === 1,
      dictionary: row.dictionary instanceof Uint8Array ? row.dictionary : null,
    }));
}
