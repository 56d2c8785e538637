/** Shows all facts of one result and, for support, the record as the service sent it. Sends nothing. */
import { Loader } from '@mantine/core';
import type { SearchItem } from '../../../../shared/model/availability.ts';
import type { NotBookable as Note } from '../../../../shared/model/booking-notes.ts';
import type { Credential } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { FieldValue } from '../../../actions/field-value.tsx';
import { JsonView } from '../../../actions/json-view.tsx';
import { NotBookable } from '../../../actions/not-bookable.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useAudience } from '../../../ipc/current.ts';
import { priced } from '../../../text/currency.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconReceipt2 } from '../../../ui/icons.ts';
import { KeyValueGrid } from '../../../ui/key-value-grid.tsx';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import styles from '../availability.module.css';
import { Price } from './price.tsx';
import type { Quoted } from './quoted.ts';
import { sizeText } from './result-cards.tsx';

interface Props {
  connectionId: string;
  /** The result to show; null closes the drawer. */
  item: SearchItem | null;
  quoted: Quoted | undefined;
  /** The note that the service refused an earlier quote for the listing through this application. */
  refusal: Note | undefined;
  application: Credential | undefined;
  onQuote: (listingId: string) => void;
  onClose: () => void;
}

export function DetailsDrawer({ connectionId, item, quoted, refusal, application, onQuote, onClose }: Props) {
  const forSupport = useAudience() === 'support';
  const listingId = item?.listingId ?? null;
  const record = { connectionId, listingId: item?.recordId ?? '' };
  const detail = useAsk('listings', 'detail', record, { enabled: item !== null });
  return (
    <SideDrawer opened={item !== null} onClose={onClose} width={600} title={item?.title ?? 'Property'}>
      {item ? (
        <div className={styles.details}>
          <PictureFrame src={item.picture?.src ?? null} alt="" ratio={16 / 9} />
          <p className={styles.place}>{[item.place, sizeText(item)].filter(Boolean).join(' · ')}</p>
          <div className={styles.detailsPrice}>
            <Price item={item} quoted={quoted} />
            {listingId === null ? null : (
              <IconButton Icon={IconReceipt2} variant="filled" onClick={() => onQuote(listingId)}>
                Make a quote
              </IconButton>
            )}
          </div>
          {refusal && application ? <NotBookable note={refusal} application={application} /> : null}
          {detail.error ? <ErrorNotice error={detail.error} onRetry={() => void detail.refetch()} /> : null}
          {detail.isLoading ? <Loader size="sm" role="status" aria-label="Loading the details" /> : null}
          {detail.data ? (
            <>
              <KeyValueGrid
                entries={priced(detail.data.facts).map((fact) => ({
                  key: fact.path,
                  name: fact.title,
                  value: <FieldValue kind={fact.kind} value={fact.value} />,
                }))}
              />
              {forSupport ? <JsonView value={detail.data.raw} label="As the service sent it" maxHeight={320} /> : null}
            </>
          ) : null}
        </div>
      ) : null}
    </SideDrawer>
  );
}
