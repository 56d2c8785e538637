/** Cases: every diagnosis, with notes and a state. */
import { z } from 'zod';
import { MAX_ENTRIES } from '../model/bounds.ts';
import { BundleMarks, BundlePreview, OpenedBundle } from '../model/bundle.ts';
import { Case, CaseCounts, CaseFilter, CaseLabels, CaseRows, CaseState } from '../model/case.ts';
import { PendingDeletion } from '../model/deletion.ts';
import { CorrectedRequest } from '../model/pasted.ts';
import { Id } from '../model/primitives.ts';
import { TokenPanel } from '../model/token-panel.ts';
import { WrittenFile } from '../model/traffic.ts';
import { event, mutation, Nothing, query } from './define.ts';

const { notes: Notes } = Case.shape;
const Ids = z.strictObject({ ids: z.array(Id).min(1).max(MAX_ENTRIES.chosen) });

export const cases = {
  list: query(
    z.strictObject({
      ...CaseFilter.shape,
      offset: z.number().int().min(0).max(1_000_000),
      limit: z.number().int().min(1).max(500),
    }),
    CaseRows,
  ),
  counts: query(CaseFilter, CaseCounts),
  detail: query(z.strictObject({ id: Id }), Case),
  /** The corrected request of a case; null when the address of the failed request is not known. */
  corrected: query(z.strictObject({ id: Id }), CorrectedRequest.nullable()),
  /** The claims of the token that a case's request carried; null without a JWT. */
  token: query(z.strictObject({ id: Id }), TokenPanel.nullable()),
  /** The case as Markdown for a ticket: times in UTC, no secret. */
  summary: query(z.strictObject({ id: Id }), z.strictObject({ markdown: z.string() })),
  setState: mutation(z.strictObject({ id: Id, state: CaseState }), Case),
  /** Replaces the notes if they still equal `from`, and masks secrets in the new notes. The answer has the case as it is stored then. */
  note: mutation(
    z.strictObject({ id: Id, notes: Notes, from: Notes }),
    z.strictObject({ isSaved: z.boolean(), case: Case }),
  ),
  /** Replaces customer, ticket and tags, and masks secrets in them. */
  label: mutation(z.strictObject({ id: Id, ...CaseLabels.shape }), Case),
  remove: mutation(Ids, PendingDeletion),
  /** Asks for a path and writes the cases that match the filter as JSON. Null when the person cancels the dialog. */
  exportJson: mutation(CaseFilter, WrittenFile.nullable()),
  /** The files of a case's support bundle. Each text in `marks` is redacted in all of them. */
  bundlePreview: query(z.strictObject({ id: Id, marks: BundleMarks }), BundlePreview),
  /** Asks for a path and writes the previewed bundle. Null when the person cancels. AppError `notFound` when the preview is no longer kept. */
  saveBundle: mutation(z.strictObject({ previewId: Id }), WrittenFile.nullable()),
  /** Asks for a file and opens it as a bundle, read-only. Null when the person cancels the dialog. */
  openBundle: mutation(Nothing, OpenedBundle.nullable()),
  /** Opens a bundle that the system handed over, read-only. AppError `notFound` when its id is no longer known. */
  openGiven: query(z.strictObject({ id: Id }), OpenedBundle),
  onChanged: event(z.strictObject({ revision: z.number().int() })),
};
