/** The ledger of one credential: when tokens were asked for, why, and how it ended. */
import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Issuance, IssuanceCause, IssuanceOutcome } from '../../../shared/model/token.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';
import styles from './overview.module.css';

const CAUSES: Record<IssuanceCause, string> = {
  start: 'First need',
  expiry: 'Due for renewal',
  unauthorized: 'Refused with 401',
  diedEarly: 'The token died early',
  person: 'By hand',
  unknown: 'Unknown cause',
};
const OUTCOMES: Record<IssuanceOutcome, string> = {
  sent: 'waiting for the answer',
  confirmed: 'issued',
  lost: 'answer lost, counted as spent',
  refused: 'refused, none issued',
};

export function IssuanceHistory({ issuances, now }: { issuances: readonly Issuance[]; now: number }) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (issuances.length === 0) return null;
  const newest = [...issuances].sort((a, b) => b.at - a.at);
  return (
    <div>
      <UnstyledButton
        fz={13}
        onClick={() => setOpen(!open)}
        aria-expanded={open}
        aria-controls={listId}
        style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}
      >
        {open ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
        {formatCount(issuances.length, 'token request')} in the ledger
      </UnstyledButton>
      <Collapse expanded={open} id={listId}>
        <ul className={styles.history} style={{ paddingTop: 6 }}>
          {newest.slice(0, 12).map((issuance) => (
            <li key={issuance.id}>
              <span>
                {CAUSES[issuance.cause]}
                <span className={styles.dim}>{` · ${OUTCOMES[issuance.outcome]}`}</span>
              </span>
              <span className={`${styles.dim} lk-num`}>{formatInstant(issuance.at, { now })}</span>
            </li>
          ))}
        </ul>
      </Collapse>
    </div>
  );
}
