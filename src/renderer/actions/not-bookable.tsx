/** Shows as a sentence or a mark that a listing is not bookable through an application. A person may still request a quote. */

import { Alert, Button, VisuallyHidden } from '@mantine/core';
import type { NotBookable as Note } from '../../shared/model/booking-notes.ts';
import type { Credential } from '../../shared/model/connection.ts';
import { useAct, useAsk } from '../ipc/client.ts';
import { useAudience, useConnection, useCurrentClockFace } from '../ipc/current.ts';
import { formatInstant } from '../text/format.ts';
import { LISTING_WORD } from '../text/listing-word.ts';
import { IconHomeOff } from '../ui/icons.ts';
import { Tag } from '../ui/tag.tsx';
import { useAtNow } from '../ui/use-now.ts';
import { ClockTime } from './clock-time.tsx';

export const NOT_BOOKABLE_HINT = 'It could not be booked before; a quote will probably fail, too.';

/** Returns the notes on the listings that are not bookable through an application, by listing id. */
export function useNotBookable(applicationId: string | undefined): ReadonlyMap<string, Note> {
  const { id: connectionId } = useConnection();
  const notes = useAsk('booking', 'notes', { connectionId }).data?.applications ?? [];
  const known = notes.find((application) => application.applicationId === applicationId)?.notBookable ?? [];
  return new Map(known.map((note) => [note.listingId, note]));
}

export function NotBookable({ note, application }: { note: Note; application: Pick<Credential, 'id' | 'label'> }) {
  const audience = useAudience();
  const { id: connectionId } = useConnection();
  const forget = useAct('booking', 'forgetRefusal');
  return (
    <Alert variant="light" className="lk-alert-warn" p="xs" role="status" icon={<IconHomeOff size={18} aria-hidden />}>
      This {LISTING_WORD[audience].toLowerCase()} could not be booked through “{application.label}” (
      <ClockTime at={note.at} />
      ): {note.code === 'NOT_FOUND' ? 'the service does not know it there' : 'it is not part of that booking engine'}
      {audience === 'support' ? ` (${note.code})` : ''}. A quote will most likely fail again.{' '}
      <Button
        size="compact-xs"
        loading={forget.isPending}
        onClick={() => forget.mutate({ connectionId, applicationId: application.id, listingId: note.listingId })}
      >
        Forget this
      </Button>
    </Alert>
  );
}

/** Marks a listing in a row or on a card as not bookable. Draws nothing without a `note`, and only the icon with `brief`. */
export const NotBookableMark = ({ note, brief = false }: { note: Note | undefined; brief?: boolean }) =>
  note ? <Mark note={note} brief={brief} /> : null;

function Mark({ note, brief }: { note: Note; brief: boolean }) {
  const at = useAtNow(useCurrentClockFace(), (now) => formatInstant(note.at, { now }));
  const when = `the service refused a quote for it, ${at}`;
  return (
    <span title={`Not bookable: ${when}`} style={{ flex: 'none' }}>
      <Tag tone="warn" icon={<IconHomeOff size={14} aria-hidden />}>
        {brief ? <VisuallyHidden>Not bookable: {when}</VisuallyHidden> : 'Not bookable'}
        {brief ? null : <VisuallyHidden>: {when}</VisuallyHidden>}
      </Tag>
    </span>
  );
}
