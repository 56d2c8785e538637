/** A checkbox and a date with which a person records that the guest received an offer with this quote. The console cannot know that. */
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStayDay } from '../../../shared/time/plain-date.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { act, ask, quietly } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/use-clock-face.ts';
import { localDayOf } from '../../text/local-day.ts';
import { useNow } from '../../ui/use-now.ts';

export function SentMark({ connectionId, quoteId }: { connectionId: string; quoteId: string }) {
  const sentOn = useQuery(ask('quotes', 'get', { connectionId, quoteId })).data?.annotation.sentOn;
  const today = localDayOf(useNow(useClockFace(connectionId)));
  /** The typed day. It is saved when the person leaves the field, because a day typed digit by digit passes through other days. */
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation(quietly(act('quotes', 'annotate')));
  if (sentOn === undefined) return null;
  const mark = (day: string | null) => save.mutate({ connectionId, quoteId, changes: { sentOn: day } });
  return (
    <>
      <Group gap="sm">
        <Checkbox
          label="Sent to the guest"
          // The box shows the press at once.
          checked={(save.isPending ? save.variables.changes.sentOn : sentOn) !== null}
          disabled={save.isPending}
          onChange={(event) => mark(event.currentTarget.checked ? today : null)}
        />
        {sentOn === null ? null : (
          <TextInput
            type="date"
            size="xs"
            aria-label="Sent on"
            max={today}
            value={typed ?? sentOn}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
            onBlur={() => {
              if (typed !== null && typed !== sentOn && isStayDay(typed)) mark(typed);
              setTyped(null);
            }}
          />
        )}
      </Group>
      {save.error ? <ErrorNotice error={save.error} compact /> : null}
    </>
  );
}
