/** An amount in tabular figures. */
import type { Money } from '../../shared/model/field.ts';
import { formatMoney } from './format.ts';

export function MoneyText({ money }: { money: Money }) {
  return <span className="lk-num">{formatMoney(money)}</span>;
}
