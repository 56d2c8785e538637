/** Says that the service did not let an application book a listing before; a quote may still be asked for. */
import { Alert } from '@mantine/core';
import { IconHomeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { NotBookable as Note } from '../../../shared/model/booking-notes.ts';
import type { Credential } from '../../../shared/model/connection.ts';
import type { ClockFace } from '../../../shared/model/primitives.ts';
import { ask } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/use-audience.ts';
import { LISTING_WORD } from '../../text/listing-word.ts';
import { ClockTime } from '../../ui/clock-time.tsx';

/** The listings that an application cannot book, by their id. */
export function useNotBookable(connectionId: string, applicationId: string | undefined): ReadonlyMap<string, Note> {
  const notes = useQuery(ask('booking', 'notes', { connectionId })).data?.applications ?? [];
  const known = notes.find((application) => application.applicationId === applicationId)?.notBookable ?? [];
  return new Map(known.map((note) => [note.listingId, note]));
}

export function NotBookable({
  note,
  application,
  face,
}: {
  note: Note;
  application: Pick<Credential, 'label'>;
  face: ClockFace | undefined;
}) {
  const audience = useAudience();
  return (
    <Alert variant="light" className="lk-alert-warn" p="xs" role="status" icon={<IconHomeOff size={18} aria-hidden />}>
      This {LISTING_WORD[audience].toLowerCase()} could not be booked through “{application.label}” (
      <ClockTime face={face} at={note.at} />
      ): {note.code === 'NOT_FOUND' ? 'the service does not know it there' : 'it is not part of that booking engine'}
      {audience === 'support' ? ` (${note.code})` : ''}. A quote will most likely fail again.
    </Alert>
  );
}
