/** Offers of a quote: a button that makes one, and those that were sent, as they were sent. */
import { Button, Modal } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OfferAsSent, OfferWay } from '../../../shared/model/offer.ts';
import type { Quote } from '../../../shared/model/quote.ts';
import { ask } from '../../ipc/client.ts';
import { formatInstant } from '../../text/format.ts';
import { OfferSheet } from '../../ui/offer-sheet.tsx';
import styles from './quotes.module.css';

const WAYS: Record<OfferWay, string> = { pdf: 'Saved as PDF', mail: 'Copied for a mail', eml: 'Saved as mail draft' };

export function OfferPart({ quote, canOffer }: { quote: Pick<Quote, 'connectionId' | 'id'>; canOffer: boolean }) {
  const { connectionId, id: quoteId } = quote;
  const navigate = useNavigate();
  const sent = useQuery(ask('offers', 'sent', { connectionId, quoteId })).data ?? [];
  const [shown, setShown] = useState<OfferAsSent | null>(null);
  if (!canOffer && sent.length === 0) return null;
  return (
    <section className={styles.offers} aria-label="Offers">
      {canOffer ? (
        <Button
          variant="light"
          leftSection={<IconFileText size={17} aria-hidden />}
          onClick={() => void navigate({ to: '/offers/new', search: { quotes: quoteId } })}
        >
          Make an offer
        </Button>
      ) : null}
      {sent.length > 0 ? (
        <ul className={styles.sent} aria-label="Sent offers">
          {sent.map((offer) => (
            <li key={offer.id}>
              {WAYS[offer.by]} {formatInstant(offer.at)}
              {offer.guestName ? (
                <>
                  {' for '}
                  <bdi>{offer.guestName}</bdi>
                </>
              ) : null}
              <Button size="compact-xs" variant="subtle" onClick={() => setShown(offer)}>
                Show as it was sent
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title="The offer as it was sent"
        size={760}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shown ? <OfferSheet offer={shown.document} /> : null}
      </Modal>
    </section>
  );
}
