/** A link from a verdict to its entry in the catalogue of causes. */
import type { CauseId } from '../../shared/model/diagnosis.ts';
import { PageLink } from '../navigation/page-link.tsx';

/** The link; null for an outcome that is no cause. */
export const causeLink = (cause: CauseId) =>
  cause === 'nothingWrong' || cause === 'notEnough' ? null : (
    <PageLink to="/doctor" search={{ tab: 'causes', cause }} inherit underline="always">
      About this cause
    </PageLink>
  );
