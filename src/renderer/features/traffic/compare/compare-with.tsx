/** The menu “Compare with…” of an exchange: other exchanges of its operation, the ones with another outcome first. */
import { Menu } from '@mantine/core';
import { useState } from 'react';
import { type Exchange, type ExchangeSummary, filterOf, outcomeClass } from '../../../../shared/model/traffic.ts';
import { useAsk } from '../../../ipc/client.ts';
import { formatInstant } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconColumns3 } from '../../../ui/icons.ts';
import { StatusCode } from '../../../ui/status-code.tsx';
import { pathOf } from '../exchange-text.ts';
import styles from './compare-with.module.css';

/** The number of recent exchanges of the operation that are looked at, and the number of those that are offered. */
const LOOKED_AT = 200;
const OFFERED = 10;

export function CompareWith({ exchange, onCompare }: { exchange: Exchange; onCompare: (otherId: string) => void }) {
  const [opened, setOpened] = useState(false);
  const filter = filterOf(exchange.connectionId, { operations: [exchange.operation] });
  const page = useAsk('traffic', 'exchanges', { filter, before: null, limit: LOOKED_AT }, { enabled: opened });
  const others = page.data ? offered(exchange, page.data.exchanges) : [];
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" shadow="md" width={420}>
      <Menu.Target>
        <IconButton size="compact-sm" Icon={IconColumns3}>
          Compare with…
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {page.data && others.length === 0
            ? 'No other exchange of this operation is on record.'
            : 'The same operation, other outcomes first'}
        </Menu.Label>
        {others.map((other) => (
          <Menu.Item key={other.id} onClick={() => onCompare(other.id)}>
            <span className={styles.item}>
              <StatusCode status={other.status} />
              <span className="lk-num">{formatInstant(other.sentAt, { style: 'time' })}</span>
              <span className={styles.path}>{pathOf(other.url)}</span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Orders the other exchanges: first exchanges with another outcome, each group by its distance in time. */
function offered(exchange: Exchange, all: readonly ExchangeSummary[]): ExchangeSummary[] {
  const outcome = outcomeClass(exchange.status);
  const rank = (other: ExchangeSummary): number => (outcomeClass(other.status) === outcome ? 1 : 0);
  const distance = (other: ExchangeSummary): number => Math.abs(other.sentAt - exchange.sentAt);
  return all
    .filter(({ id }) => id !== exchange.id)
    .toSorted((one, two) => rank(one) - rank(two) || distance(one) - distance(two))
    .slice(0, OFFERED);
}
