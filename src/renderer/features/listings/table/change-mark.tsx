/** The change mark of a listing as a tag. */
import type { ListingChange } from '../../../../shared/model/listing.ts';
import { formatMoney } from '../../../text/format.ts';
import { Tag } from '../../../ui/tag.tsx';

export function ChangeMark({ change }: { change: ListingChange }) {
  if (change.kind === 'new') return <Tag tone="good">New</Tag>;
  if (change.kind === 'gone') return <Tag tone="muted">Gone</Tag>;
  return <Tag tone="info">was {formatMoney(change.from)}</Tag>;
}
