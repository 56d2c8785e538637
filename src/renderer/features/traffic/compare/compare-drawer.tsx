/** Two exchanges side by side: what differs between them, and the difference that explains a refusal. */
import { Alert, Anchor, Loader, Switch } from '@mantine/core';
import { useMemo, useState } from 'react';
import { credentialOf } from '../../../../shared/connection/account.ts';
import type { Exchange } from '../../../../shared/model/traffic.ts';
import { operationName } from '../../../../shared/text/api-names.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { MaskedText } from '../../../actions/masked-text.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatCount, formatInstant } from '../../../text/format.ts';
import { IconStethoscope } from '../../../ui/icons.ts';
import { SideDrawer } from '../../../ui/side-drawer.tsx';
import { StatusCode } from '../../../ui/status-code.tsx';
import styles from './compare.module.css';
import { type ComparedField, type ComparedSection, compareExchanges, differs } from './compare-exchanges.ts';
import { explanation, refusedOf } from './explain-refusal.ts';

/** The number of fields of a section that are drawn; two long bodies may differ in thousands. */
const MAX_FIELDS = 200;

export interface CompareDrawerProps {
  readonly leftId: string;
  readonly rightId: string;
  readonly onClose: () => void;
  readonly onOpen: (id: string) => void;
}

export function CompareDrawer({ leftId, rightId, onClose, onOpen }: CompareDrawerProps) {
  const left = useAsk('traffic', 'exchange', { id: leftId });
  const right = useAsk('traffic', 'exchange', { id: rightId });
  const error = left.error ?? right.error;
  return (
    <SideDrawer opened onClose={onClose} width={1_060} title="Compare two exchanges">
      {error ? <ErrorNotice error={error} /> : null}
      {left.data && right.data ? (
        <Comparison left={left.data} right={right.data} onOpen={onOpen} />
      ) : error ? null : (
        <Loader size="sm" role="status" aria-label="Loading the exchanges" />
      )}
    </SideDrawer>
  );
}

function Comparison({ left, right, onOpen }: { left: Exchange; right: Exchange; onOpen: (id: string) => void }) {
  const [onlyDifferences, setOnlyDifferences] = useState(true);
  const { data } = useAsk('connections', 'list', null);
  const sections = useMemo(() => {
    const labelOf = ({ connectionId, credentialId }: Exchange): string | null => {
      const connection = data?.connections.find(({ id }) => id === connectionId);
      if (credentialId === null) return null;
      return (connection && credentialOf(connection, credentialId)?.label) ?? 'a removed application';
    };
    return compareExchanges(left, right, labelOf);
  }, [left, right, data]);
  const different = sections.reduce((sum, { fields }) => sum + fields.filter(differs).length, 0);
  return (
    <>
      <Explanation left={left} right={right} sections={sections} />
      <div className={styles.controls}>
        <span role="status">
          {different === 0 ? 'The two exchanges do not differ.' : formatCount(different, 'difference')}
        </span>
        <Switch
          size="sm"
          label="Only differences"
          checked={onlyDifferences}
          onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
        />
      </div>
      <table className={styles.table}>
        <caption className="lk-unseen">The fields of both exchanges</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            {[left, right].map((exchange) => (
              <th key={exchange.id} scope="col">
                <ColumnHead exchange={exchange} onOpen={onOpen} />
              </th>
            ))}
          </tr>
        </thead>
        {sections.map((section) => (
          <SectionRows key={section.title} section={section} onlyDifferences={onlyDifferences} />
        ))}
      </table>
    </>
  );
}

function ColumnHead({ exchange, onOpen }: { exchange: Exchange; onOpen: (id: string) => void }) {
  const { id, operation, sentAt, status } = exchange;
  const time = formatInstant(sentAt, { style: 'time' });
  return (
    <span className={styles.head}>
      <StatusCode status={status} withName />
      <Anchor
        component="button"
        type="button"
        size="sm"
        underline="always"
        aria-label={`Open the exchange of ${time}: ${operationName(operation)}`}
        onClick={() => onOpen(id)}
      >
        {operationName(operation)}, <span className="lk-num">{time}</span>
      </Anchor>
    </span>
  );
}

function SectionRows({ section, onlyDifferences }: { section: ComparedSection; onlyDifferences: boolean }) {
  const { title, fields, note } = section;
  const wanted = onlyDifferences ? fields.filter(differs) : fields;
  if (wanted.length === 0) return null;
  const more = wanted.length - MAX_FIELDS;
  return (
    <tbody>
      <tr className={styles.section}>
        <th scope="rowgroup" colSpan={3}>
          {title}
          {note === null ? null : <span className={styles.note}> {note}</span>}
        </th>
      </tr>
      {wanted.slice(0, MAX_FIELDS).map((field) => (
        <FieldRow key={field.name} field={field} marksDifference={!onlyDifferences} />
      ))}
      {more > 0 ? (
        <tr>
          <td colSpan={3} className={styles.note}>
            {formatCount(more, 'more field')} not shown.
          </td>
        </tr>
      ) : null}
    </tbody>
  );
}

function FieldRow({ field, marksDifference }: { field: ComparedField; marksDifference: boolean }) {
  const isMarked = marksDifference && differs(field);
  return (
    <tr data-differs={isMarked || undefined}>
      <th scope="row">
        {field.name}
        {isMarked ? <span className="lk-unseen"> differs</span> : null}
      </th>
      {[field.left, field.right].map((value, side) => (
        <td key={side === 0 ? 'left' : 'right'}>
          {value === null ? <span className={styles.note}>–</span> : <MaskedText text={value} />}
        </td>
      ))}
    </tr>
  );
}

interface ExplanationProps {
  left: Exchange;
  right: Exchange;
  sections: readonly ComparedSection[];
}

/** Explains why the service refused one of the two exchanges, if the Doctor names the cause. */
function Explanation({ left, right, sections }: ExplanationProps) {
  const refused = refusedOf(left, right);
  const failure = useAsk('doctor', 'failure', { exchangeId: refused?.id ?? '' }, { enabled: refused !== null }).data;
  const sentence = failure ? explanation(failure.diagnosis, sections) : null;
  if (sentence === null || !refused) return null;
  return (
    <Alert className="lk-alert-bad" icon={<IconStethoscope size={18} aria-hidden />} p="sm" mb="sm">
      {sentence}{' '}
      <PageLink to="/doctor" search={{ exchangeId: refused.id }} size="sm" underline="always" c="inherit">
        See the evidence
      </PageLink>
    </Alert>
  );
}
