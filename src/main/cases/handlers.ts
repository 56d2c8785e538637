/** The handlers of cases and their support bundles. */
import { AppError } from '../../shared/app-error.ts';
import type { HandlersOf } from '../../shared/contract/index.ts';
import { pendingDeletion } from '../../shared/contract/outputs.ts';
import { type Desktop, toChosenFile } from '../platform/desktop.ts';
import type { Cases } from './cases.ts';

export interface CaseServices {
  readonly cases: Cases;
}

export const caseHandlers = ({ cases }: CaseServices, desktop: Desktop): HandlersOf<'cases'> => ({
  list: ({ offset, limit, ...filter }) => cases.store.list(filter, offset, limit),
  counts: (filter) => cases.store.counts(filter),
  detail: ({ id }) => cases.store.get(id),
  corrected: ({ id }) => cases.corrected(id),
  token: ({ id }) => cases.token(id),
  summary: ({ id }) => cases.summary(id),
  setState: ({ id, state }) => cases.store.setState(id, state),
  note: ({ id, notes, from }) => cases.store.note(id, notes, from),
  label: ({ id, ...labels }) => cases.store.label(id, labels),
  remove: ({ ids }) => pendingDeletion(cases.store.remove(ids)),
  exportJson: (filter) =>
    toChosenFile(desktop, { suggestedName: 'cases.json', kind: 'JSON', extension: 'json' }, (path) =>
      cases.write(path, filter),
    ),
  bundlePreview: ({ id, marks }) => cases.bundlePreview(id, marks),
  saveBundle: ({ previewId }) =>
    toChosenFile(
      desktop,
      { suggestedName: cases.bundleName(previewId), kind: 'Support bundle', extension: 'lksupport' },
      (path) => cases.saveBundle(path, previewId),
    ),
  openBundle: async () => {
    const path = await desktop.openFile();
    return path === null ? null : cases.openBundle(path);
  },
  openGiven: ({ id }) => {
    const path = desktop.givenFile(id);
    if (path === null) throw new AppError('notFound', { what: 'The support bundle' });
    return cases.openBundle(path);
  },
});
