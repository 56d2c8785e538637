/** The two activation steps before an application's first reservation, and how a missing step shows itself (service.md §7.9). */

import { Checkbox } from '@mantine/core';
import { useId, useState } from 'react';
import { serverOf } from '../../../shared/app-error.ts';
import type { ActivationStep } from '../../../shared/model/booking-notes.ts';
import type { Credential } from '../../../shared/model/connection.ts';
import { useAct, useAsk } from '../../ipc/client.ts';
import { useAudience } from '../../ipc/current.ts';
import { errorDataOf } from '../../text/error-text.ts';
import { IconListCheck } from '../../ui/icons.ts';
import { Notice } from './notice.tsx';
import styles from './quotes.module.css';

const STEPS: readonly { step: ActivationStep; label: string; about: string }[] = [
  {
    step: 'directBooking',
    label: 'One direct booking was made in the account',
    about: 'Make it by hand at the service, not here. It activates the manual booking source.',
  },
  {
    step: 'reservation',
    label: 'A first reservation was made from a quote',
    about: 'The one that you make now can be it; it is ticked off by itself. It starts the Booking Engine source.',
  },
];

interface Props {
  connectionId: string;
  application: Pick<Credential, 'id' | 'label'>;
}

/** Shows the activation steps. Shows nothing when both were done before the page opened. */
export function ActivationChecklist({ connectionId, application }: Props) {
  const titleId = useId();
  const audience = useAudience();
  const notes = useAsk('booking', 'notes', { connectionId }).data;
  const tick = useAct('booking', 'tick');
  const [wasTicked, setWasTicked] = useState(false);
  if (!notes) return null;
  const known = notes.applications.find(({ applicationId }) => applicationId === application.id);
  const done = { directBooking: known?.directBookingAt != null, reservation: known?.reservationAt != null };
  if (done.directBooking && done.reservation && !wasTicked) return null;
  return (
    <section className={styles.activation} aria-labelledby={titleId}>
      <h4 id={titleId} className={styles.noticeTitle}>
        <IconListCheck size={18} aria-hidden /> Before the first reservation through “{application.label}”
      </h4>
      <p className={styles.text}>
        The service needs these two steps, once. Until then it refuses bookings
        {audience === 'support' ? ' with 403 or 400' : ''}.
      </p>
      {STEPS.map(({ step, label, about }) => (
        <Checkbox
          key={step}
          label={label}
          description={about}
          checked={done[step]}
          onChange={(event) => {
            setWasTicked(true);
            tick.mutate({ connectionId, applicationId: application.id, step, isDone: event.currentTarget.checked });
          }}
        />
      ))}
    </section>
  );
}

/** The minimum confidence of a cause that is shown here; the Doctor lists less likely causes. */
const MIN_CONFIDENCE = 0.1;

/** Says that missing activation steps are the likely reason for a failed booking, if the Doctor finds that likely. */
export function ActivationReason({ error }: { error: unknown }) {
  const data = errorDataOf(error);
  const exchangeId = serverOf(data)?.exchangeId ?? null;
  const failure = useAsk('doctor', 'failure', { exchangeId: exchangeId ?? '' }, { enabled: exchangeId !== null }).data;
  const verdict = failure?.diagnosis.verdicts.find(({ cause }) => cause === 'activationSteps');
  if (!verdict || verdict.confidence < MIN_CONFIDENCE) return null;
  return (
    <Notice
      role="status"
      tone="warn"
      icon={<IconListCheck size={22} aria-hidden />}
      title={`${verdict === failure?.diagnosis.verdicts[0] ? 'The likely reason' : 'A possible reason'}: ${verdict.title}`}
    >
      <p className={styles.text}>{verdict.remedy} Nothing was booked; the quote stays open.</p>
    </Notice>
  );
}
