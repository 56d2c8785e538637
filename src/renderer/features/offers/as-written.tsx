/** Lists the texts that the guest gets as they are written: terms without a translation, and the owner's own words. */
import { Alert } from '@mantine/core';
import type { AsWritten } from '../../../shared/model/offer.ts';
import styles from './offers.module.css';

const KINDS: Record<AsWritten['kind'], string> = {
  name: 'name',
  place: 'place',
  country: 'country',
  type: 'type of property',
  amenity: 'amenity',
  line: 'line of the price',
  plan: 'rate',
  policy: 'cancellation',
  note: 'note',
  opening: 'opening line',
  closing: 'closing line',
  next: 'what comes next',
  address: 'address',
};

/** The maximum length of a text in the list; the guest's page shows all of it. */
const MAX_SHOWN = 60;

export function AsWrittenNote({ written }: { written: readonly AsWritten[] }) {
  const unknown = written.filter(({ isUnknown }) => isUnknown);
  const own = written.filter(({ isUnknown }) => !isUnknown);
  return (
    <>
      {unknown.length > 0 ? (
        <Alert className="lk-alert-warn" p="xs" role="note" aria-label="Not translated">
          Not translated, so the guest reads {unknown.length === 1 ? 'it' : 'them'} as written:{' '}
          {unknown.map((text, at) => (
            <span key={`${text.kind} ${text.text}`}>
              {at === 0 ? '' : ', '}
              <Text {...text} />
            </span>
          ))}
        </Alert>
      ) : null}
      {own.length > 0 ? (
        <p className={styles.hint}>
          Your own words stay as you wrote them:{' '}
          {own.map((text, at) => (
            <span key={`${text.kind} ${text.text}`}>
              {at === 0 ? '' : ', '}
              <Text {...text} />
            </span>
          ))}
          .
        </p>
      ) : null}
    </>
  );
}

function Text({ kind, text }: AsWritten) {
  return (
    <>
      “<bdi>{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}</bdi>” ({KINDS[kind]})
    </>
  );
}
