/** The coupons of a quote: applied coupons, coupons that the service dropped, and a form to change them. */
import { Alert, Button, TagsInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Quote } from '../../../shared/model/quote.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { useAct } from '../../ipc/client.ts';
import { formatMoney } from '../../text/format.ts';
import { IconTicket, IconTicketOff } from '../../ui/icons.ts';
import { Tag } from '../../ui/tag.tsx';
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts';
import { MAX_COUPONS } from './quote-form.ts';
import styles from './quotes.module.css';

export function Coupons({ quote, open }: { quote: Quote; open: boolean }) {
  const applied = quote.coupons.map((coupon) => coupon.code);
  const [codes, setCodes] = useState(applied);
  // A typed code that is not a tag yet counts too.
  const [typed, setTyped] = useState('');
  const one = useOneAtATime();
  const apply = useAct('quotes', 'applyCoupons', { quiet: true });
  const wanted = [...new Set([...codes, ...typed.split(/[\s,;]+/)])]
    .filter((code) => code !== '')
    .slice(0, MAX_COUPONS);
  const changed = wanted.join('\n') !== applied.join('\n');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!one.begin()) return;
    apply.mutate(
      { connectionId: quote.connectionId, quoteId: quote.id, coupons: wanted },
      {
        onSuccess: (answer) => {
          setCodes(answer.coupons.map((coupon) => coupon.code));
          setTyped('');
        },
        onSettled: one.end,
      },
    );
  };
  if (!open && quote.coupons.length === 0 && quote.droppedCoupons.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="coupons">
      <h3 id="coupons" className={styles.sectionTitle}>
        Coupons
      </h3>
      {quote.coupons.length > 0 ? (
        <ul className={styles.coupons}>
          {quote.coupons.map((coupon, at) => (
            <li key={`${at} ${coupon.code}`}>
              <Tag tone="good" icon={<IconTicket size={14} aria-hidden />}>
                {coupon.code}
              </Tag>
              {coupon.name ? <span>{coupon.name}</span> : null}
              {coupon.adjustment ? <span className="lk-num">{formatMoney(coupon.adjustment)}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {quote.droppedCoupons.length > 0 ? (
        <Alert
          variant="light"
          className="lk-alert-warn"
          p="xs"
          role="status"
          icon={<IconTicketOff size={18} aria-hidden />}
        >
          {quote.droppedCoupons.map((code) => (
            <div key={code}>Coupon {code} not valid, price unchanged.</div>
          ))}
        </Alert>
      ) : null}
      {open ? (
        <form className={styles.inline} onSubmit={submit}>
          <TagsInput
            className={styles.grow ?? ''}
            aria-label="Coupon codes of this quote"
            placeholder={codes.length === 0 ? 'Coupon code' : ''}
            value={codes}
            onChange={setCodes}
            searchValue={typed}
            onSearchChange={setTyped}
            splitChars={[',', ' ', ';']}
            maxTags={MAX_COUPONS}
            acceptValueOnBlur
          />
          <Button type="submit" loading={apply.isPending} disabled={!changed}>
            Apply coupons
          </Button>
        </form>
      ) : null}
      {apply.error ? <ErrorNotice error={apply.error} compact /> : null}
    </section>
  );
}
