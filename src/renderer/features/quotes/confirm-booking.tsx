/** Asks for confirmation of a booking step and says what the step does. The button that cancels has the focus. */
import { Button, Group, Modal } from '@mantine/core';
import type { Credential } from '../../../shared/model/connection.ts';
import type { Quote, RatePlan } from '../../../shared/model/quote.ts';
import { useAudience } from '../../ipc/current.ts';
import { formatCount, formatGuests, formatPlainRange } from '../../text/format.ts';
import { LISTING_WORD } from '../../text/listing-word.ts';
import { WORDS } from '../../text/words.ts';
import { KeyValueGrid } from '../../ui/key-value-grid.tsx';
import { type BookingForm, type BookingStep, guestOf } from './booking-form.ts';
import { guestFacts } from './guest-facts.tsx';
import { planLabel } from './our-sum.tsx';
import styles from './quotes.module.css';

export function ConfirmBooking({
  opened,
  step,
  quote,
  plan,
  form,
  application,
  hasCardToken,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  step: BookingStep;
  quote: Quote;
  plan: RatePlan;
  form: BookingForm;
  application: Credential | undefined;
  hasCardToken: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const audience = useAudience();
  const instant = step === 'instant';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={instant ? 'Book this now?' : 'Send this request to book?'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: styles.panelTitle ?? '' }}
    >
      <KeyValueGrid
        entries={[
          { name: LISTING_WORD[audience], value: quote.listingTitle ?? quote.listingId },
          {
            name: 'Stay',
            value: `${formatPlainRange(quote.checkIn, quote.checkOut)}, ${formatCount(quote.nights, 'night')}, ${formatGuests(quote.guests)}`,
          },
          { name: 'Rate plan', value: planLabel(plan) },
          ...guestFacts(guestOf(form)),
          { name: WORDS[audience].application, value: application?.label ?? '' },
          { name: 'Card reference', value: hasCardToken ? 'sent once, not stored' : 'none' },
        ]}
      />
      <ul className={styles.effects}>
        <li>
          {instant
            ? 'The service creates a confirmed reservation at once.'
            : 'The service creates a reservation with status “reserved”; the owner must accept it.'}
        </li>
        {instant || form.holdHours === -1 ? null : <li>The dates are held for {form.holdHours} hours.</li>}
        <li>The quote cannot be booked again.</li>
        <li>
          The request is sent once. If the response is lost, you can check what became of it; the app does not send it
          again.
        </li>
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose} data-autofocus>
          Go back
        </Button>
        <Button variant="filled" onClick={onConfirm}>
          {instant ? 'Book now' : 'Send the request'}
        </Button>
      </Group>
    </Modal>
  );
}
