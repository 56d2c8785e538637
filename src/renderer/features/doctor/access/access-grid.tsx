/** The access matrix as a grid. The Tab key reaches one cell; the arrow keys move to another. */
import { type KeyboardEvent, useId, useState } from 'react';
import type {
  AccessAnswer,
  AccessCredential,
  AccessMatrix,
  AccessOperation,
  AccessOutcome,
  Unprobed,
} from '../../../../shared/model/access.ts';
import type { ClockFace } from '../../../../shared/model/primitives.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { formatInstant, formatRelative } from '../../../text/format.ts';
import { IconBan, IconCheck, IconQuestionMark, IconX } from '../../../ui/icons.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { useAtNow } from '../../../ui/use-now.ts';
import styles from './access.module.css';

interface Props {
  matrix: AccessMatrix;
  name: string;
  face: ClockFace | undefined;
}

export function AccessGrid({ matrix: { credentials, operations, cells }, name, face }: Props) {
  const gridId = useId();
  const size = { rows: operations.length, columns: credentials.length };
  const [at, setAt] = useState<Position>({ row: 0, column: 0 });
  const current = { row: Math.min(at.row, size.rows - 1), column: Math.min(at.column, size.columns - 1) };
  const idOf = ({ row, column }: Position) => `${gridId}-${row}-${column}`;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(current, event.key, event.ctrlKey || event.metaKey, size);
    if (!next) return;
    event.preventDefault();
    setAt(next);
    document.getElementById(idOf(next))?.focus();
  };
  const answerOf = (operation: AccessOperation, credential: AccessCredential) =>
    operation.api !== credential.api
      ? null
      : (cells.find((cell) => cell.operation === operation.id && cell.credentialId === credential.id)?.answer ?? null);
  return (
    <div className={styles.scroll}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: WAI-ARIA names this element for a grid
        role="grid"
        aria-label={`Access of ${name}`}
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              Operation
            </th>
            {credentials.map(({ id, label, hasToken }) => (
              <th key={id} scope="col" className={styles.column}>
                <span className={styles.label} title={label}>
                  {label}
                </span>
                <span className={styles.small}>
                  {hasToken === null ? 'token not read yet' : hasToken ? 'has a token' : 'no token'}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operations.map((operation, row) => (
            <tr key={`${operation.api} ${operation.id}`}>
              <th scope="row" className={styles.operation}>
                <span>{operation.title}</span>
                <span className={styles.small}>
                  <span className="lk-mono">
                    {operation.method} {operation.path}
                  </span>
                </span>
                {operation.unprobed ? (
                  <span className={`${styles.small} ${styles.reason}`}>not probed: {UNPROBED[operation.unprobed]}</span>
                ) : null}
              </th>
              {credentials.map((credential, column) => (
                <Cell
                  key={credential.id}
                  id={idOf({ row, column })}
                  isCurrent={current.row === row && current.column === column}
                  onFocus={() => setAt({ row, column })}
                  operation={operation}
                  credential={credential}
                  answer={answerOf(operation, credential)}
                  face={face}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const LOOKS: Record<AccessOutcome, { readonly tone: Tone; readonly Icon: typeof IconCheck }> = {
  works: { tone: 'good', Icon: IconCheck },
  unauthorized: { tone: 'warn', Icon: IconX },
  forbidden: { tone: 'bad', Icon: IconBan },
  notFound: { tone: 'info', Icon: IconQuestionMark },
  other: { tone: 'muted', Icon: IconQuestionMark },
};

const OUTDATED: Record<NonNullable<AccessAnswer['outdated']>, string> = {
  address: 'at another address',
  credentials: 'with earlier credentials',
  token: 'with an earlier token',
};

const UNPROBED: Record<Unprobed, string> = {
  changes: 'would change something',
  token: 'would spend a token',
  noAddress: 'no address',
  noQuote: 'no quote is known',
};

interface CellProps {
  readonly id: string;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly operation: AccessOperation;
  readonly credential: AccessCredential;
  readonly answer: AccessAnswer | null;
  readonly face: ClockFace | undefined;
}

function Cell({ id, isCurrent, onFocus, operation, credential, answer, face }: CellProps) {
  const tabIndex = isCurrent ? 0 : -1;
  if (answer)
    return (
      <td className={styles.cell}>
        <AnswerLink {...{ id, tabIndex, onFocus, operation, credential, answer, face }} />
      </td>
    );
  const isOther = operation.api !== credential.api;
  const reason = isOther ? null : operation.unprobed && UNPROBED[operation.unprobed];
  const text = isOther ? 'not of this API' : `not tried${reason ? `: ${reason}` : ''}`;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a grid takes the focus
      role="gridcell"
      id={id}
      tabIndex={tabIndex}
      onFocus={onFocus}
      className={styles.cell}
      data-empty
      aria-label={`${operation.title} with ${credential.label}: ${text}`}
      title={reason ? `Not tried: ${reason}` : undefined}
    >
      {isOther ? '–' : 'Not tried'}
    </td>
  );
}

function AnswerLink({
  id,
  tabIndex,
  onFocus,
  operation,
  credential,
  answer,
  face,
}: Omit<CellProps, 'isCurrent' | 'answer'> & { readonly tabIndex: number; readonly answer: AccessAnswer }) {
  const age = useAtNow(face, (now) => formatRelative(answer.at, now));
  const { tone, Icon } = LOOKS[answer.outcome];
  const word = answer.outcome === 'works' ? 'Works' : String(answer.status);
  const outdated = answer.outdated && OUTDATED[answer.outdated];
  return (
    <PageLink
      to="/traffic"
      search={{ id: answer.exchangeId }}
      id={id}
      tabIndex={tabIndex}
      onFocus={onFocus}
      className={styles.answer ?? ''}
      data-outdated={outdated ? true : undefined}
      title={`${formatInstant(answer.at, { style: 'long' })}: see the exchange`}
      aria-label={`${operation.title} with ${credential.label}: ${word}, ${age}${outdated ? `, ${outdated}` : ''}; see the exchange`}
    >
      <Tag tone={outdated ? 'muted' : tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
        {word}
      </Tag>
      <span className={styles.small}>{outdated ?? age}</span>
    </PageLink>
  );
}

interface Position {
  readonly row: number;
  readonly column: number;
}

/** The position in the grid after a key; null for a key that does not move it. With `ctrl`, Home and End go to the corners. */
function moved(
  { row, column }: Position,
  key: string,
  ctrl: boolean,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Position | null {
  const last = { row: rows - 1, column: columns - 1 };
  switch (key) {
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column };
    case 'ArrowDown':
      return { row: Math.min(last.row, row + 1), column };
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) };
    case 'ArrowRight':
      return { row, column: Math.min(last.column, column + 1) };
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 };
    case 'End':
      return { row: ctrl ? last.row : row, column: last.column };
    default:
      return null;
  }
}
