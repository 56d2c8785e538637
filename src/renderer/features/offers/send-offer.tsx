/** The ways in which an offer leaves the app, and the button with which a person marks it as sent. */
import { Alert, Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '../../../shared/app-error.ts';
import type { OfferInput, OfferProblem } from '../../../shared/model/offer.ts';
import { describeError } from '../../../shared/text/error-text.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useTaken } from '../../actions/taken-dates.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { call, useAct } from '../../ipc/client.ts';
import { useClockFace } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { takenText } from '../../text/taken-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconFileTypePdf, IconMail, IconMailForward } from '../../ui/icons.ts';
import { useAtNow } from '../../ui/use-now.ts';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { PROBLEMS } from './offer-form.ts';
import styles from './offers.module.css';

interface SendOfferProps {
  input: OfferInput;
  isReady: boolean;
  problems: readonly OfferProblem[];
  /** The name of the property of a quote. */
  titleOf: (quoteId: string) => string;
  error: AppError | null;
  /** Called before the offer leaves the console. */
  onSend: () => void;
  /** Deletes the draft and leaves the page; `null` without a draft. */
  onDiscard: (() => void) | null;
  /** Called when the offer could not leave the console. */
  onFailed: () => void;
}

/** Shows the ways to send or save an offer, and the result. */
export function SendOffer({
  input,
  isReady: isWhole,
  problems,
  titleOf,
  error: previewError,
  onSend,
  onDiscard,
  onFailed,
}: SendOfferProps) {
  const taken = useTaken(input.connectionId, input.quoteIds);
  const takenKey = [...taken.keys()].join(' ');
  /** The quotes with taken dates that a person confirmed to send; when the dates of another quote are taken, the person is asked again. */
  const [meant, setMeant] = useState<string | null>(null);
  const isMeant = meant === takenKey;
  const isReady = isWhole && (taken.size === 0 || isMeant);
  const copy = useAct('offers', 'copyMail', { quiet: true });
  const pdf = useAct('offers', 'savePdf', { quiet: true });
  const mail = useAct('offers', 'saveMail', { quiet: true });
  const one = useOneAtATime();
  const send = (way: typeof copy | typeof pdf | typeof mail) => {
    if (!one.begin()) return;
    for (const other of [copy, pdf, mail]) other.reset();
    // The draft is deleted after the offer has left, so it must not be kept after that.
    onSend();
    // A quote may have expired since the preview.
    way.mutate(input, { onError: onFailed, onSettled: one.end });
  };
  const left = copy.data ?? pdf.data ?? mail.data;
  const sentKey = [copy, pdf, mail].map(({ submittedAt }) => submittedAt).join(' ');
  const error = previewError ?? copy.error ?? pdf.error ?? mail.error;
  return (
    <div className={styles.foot}>
      {taken.size > 0 ? (
        <Alert className="lk-alert-warn" p="sm" role="alert" title="Dates were taken meanwhile">
          {[...taken.values()].map((one) => (
            <p key={one.quoteId} className={styles.taken}>
              <strong>{titleOf(one.quoteId)}</strong>: {takenText(one)}{' '}
              <PageLink to="/quotes" search={{ id: one.quoteId }} inherit underline="always">
                See what is free instead
              </PageLink>
            </p>
          ))}
          <Checkbox
            label="Send it all the same"
            checked={isMeant}
            onChange={(event) => setMeant(event.currentTarget.checked ? takenKey : null)}
          />
        </Alert>
      ) : null}
      <div className={styles.send}>
        <IconButton
          Icon={IconMail}
          variant="filled"
          disabled={!isReady}
          loading={copy.isPending}
          onClick={() => send(copy)}
        >
          Copy for a mail
        </IconButton>
        <IconButton Icon={IconFileTypePdf} disabled={!isReady} loading={pdf.isPending} onClick={() => send(pdf)}>
          Save as PDF
        </IconButton>
        <IconButton Icon={IconMailForward} disabled={!isReady} loading={mail.isPending} onClick={() => send(mail)}>
          Save as mail draft
        </IconButton>
        {onDiscard && !left ? (
          <Button variant="subtle" onClick={onDiscard}>
            Discard
          </Button>
        ) : null}
      </div>
      <div className={styles.told}>
        <p className={styles.hint} role="status">
          {copy.isSuccess ? 'Copied with its pictures. Paste it into a mail to your guest.' : ''}
        </p>
        <WrittenFile
          file={left?.file ? { what: input.kind === 'offer' ? 'Offer' : 'Confirmation', path: left.file.path } : null}
        />
        {left?.notKept ? (
          <Alert className="lk-alert-warn" p="sm" role="status">
            No copy of this {input.kind} is kept. {describeError(left.notKept).sentence}
          </Alert>
        ) : null}
        {left && input.kind === 'offer' ? (
          <MarkAsSent key={sentKey} connectionId={input.connectionId} quoteIds={input.quoteIds} />
        ) : null}
        {error ? <ErrorNotice error={error} compact /> : null}
      </div>
      {problems.length > 0 ? (
        <Alert className="lk-alert-warn" p="sm" role="status">
          {problems.map(({ quoteId, title, reason }) => (
            <div key={quoteId}>
              <strong>{title}</strong>: {PROBLEMS[reason]}
              {input.kind === 'offer' ? ' Remove it from the offer to continue.' : ''}
            </div>
          ))}
        </Alert>
      ) : null}
    </div>
  );
}

/** A button with which a person marks the quotes as sent, after their offer has left the console. */
function MarkAsSent({ connectionId, quoteIds }: { connectionId: string; quoteIds: readonly string[] }) {
  const today = useAtNow(useClockFace(connectionId), localDayOf);
  const mark = useMutation({
    mutationFn: async () => {
      for (const quoteId of quoteIds)
        await call('quotes', 'annotate', { connectionId, quoteId, changes: { sentOn: today } });
    },
    meta: { quiet: true },
  });
  if (mark.isSuccess)
    return (
      <p className={styles.hint} role="status">
        Marked as sent today. The quote’s page has the day.
      </p>
    );
  return (
    <>
      <Button size="compact-sm" loading={mark.isPending} onClick={() => mark.mutate()}>
        Mark as sent to the guest
      </Button>
      {mark.error ? <ErrorNotice error={mark.error} compact /> : null}
    </>
  );
}
