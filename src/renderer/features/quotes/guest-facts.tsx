/** A guest's name, mail address and phone number, each with a button that copies it. */
import type { Guest } from '../../../shared/model/quote.ts';
import { groupedPhone } from '../../../shared/text/phone.ts';
import { CopyButton } from '../../actions/copy-button.tsx';
import type { KeyValue } from '../../ui/key-value-grid.tsx';
import styles from './quotes.module.css';

/** Returns the entries of a grid about a guest. A missing value has an entry, too, so that nobody looks for it elsewhere. */
export function guestFacts({ firstName, lastName, email, phone }: Guest): KeyValue[] {
  return [
    { name: 'Guest', value: <Copied text={`${firstName} ${lastName}`.trim()} what="name" /> },
    { name: 'Mail', value: <Copied text={email} what="mail address" /> },
    { name: 'Phone', value: <Copied text={phone} shown={groupedPhone(phone)} what="phone number" /> },
  ];
}

function Copied({ text, shown = text, what }: { text: string; shown?: string; what: string }) {
  if (text === '') return 'not given';
  return (
    <span className={styles.copied}>
      <bdi>{shown}</bdi>
      <CopyButton text={text} label={`Copy the ${what}`} size="xs" ofGuest />
    </span>
  );
}
