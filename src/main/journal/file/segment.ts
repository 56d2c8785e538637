/** Segments: runs of exchanges of one connection that share an index and are deleted together. The file calls them eras. */
import type { DatabaseSync } from 'node:sqlite';

export interface Segment {
  readonly id: number;
  readonly connection: string;
  /** The sequence number of the oldest exchange that is kept. */
  firstSeq: number;
  lastSeq: number;
  /** The number of exchanges that are kept. */
  count: number;
  /** The estimated size on disk, in bytes. */
  bytes: number;
  /** The machine time of the first exchange. */
  readonly startedAt: number;
  closed: boolean;
  /** Whether the segment is deleted: queries skip it, and retention removes its rows in pieces. */
  deleted: boolean;
  /** Whether the full-text index was merged into one piece. */
  merged: boolean;
  /** Whether the table `vocabulary` has all long words of the segment; false when there were too many. */
  vocabulary: boolean;
  dictionary: Uint8Array | null;
}

/** The limits at which a segment is full. They are a fraction of the retention limits, so that retention can delete whole segments. */
export interface SegmentLimits {
  readonly exchanges: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** The number of full segments within the retention limits, so that deleting one deletes a small part. */
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
