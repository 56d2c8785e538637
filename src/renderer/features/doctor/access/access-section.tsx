/** The access of one connection: conclusions, access matrix and probe. */
import { Card } from '@mantine/core';
import { useId } from 'react';
import type { AccessConclusion } from '../../../../shared/model/access.ts';
import type { Connection } from '../../../../shared/model/connection.ts';
import { ErrorNotice } from '../../../actions/error-notice.tsx';
import { useAsk } from '../../../ipc/client.ts';
import { useClockFace } from '../../../ipc/current.ts';
import { PageLink } from '../../../navigation/page-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconKey } from '../../../ui/icons.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import styles from './access.module.css';
import { AccessGrid } from './access-grid.tsx';
import { ProbePanel } from './probe-panel.tsx';

export function AccessSection({ connection, isNamed }: { connection: Connection; isNamed: boolean }) {
  const { id: connectionId, name } = connection;
  const titleId = useId();
  const face = useClockFace(connectionId);
  const { data: matrix, error } = useAsk('doctor', 'access', { connectionId });
  if (error) return <ErrorNotice error={error} />;
  if (!matrix) return null;
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <h2 id={titleId} className={isNamed ? styles.title : 'lk-unseen'}>
        {name}
      </h2>
      {matrix.credentials.length === 0 ? (
        <EmptyState
          icon={<IconKey size={28} />}
          title="No credentials"
          action={
            <PageLink to="/connections" search={{ id: connectionId, tab: 'credentials' }} size="sm">
              Add credentials
            </PageLink>
          }
        >
          <p>This connection has no client credentials, so nothing can be tried with it.</p>
        </EmptyState>
      ) : (
        <Card className={styles.card ?? ''}>
          <Conclusions conclusions={matrix.conclusions} />
          <AccessGrid matrix={matrix} name={name} face={face} />
          <ProbePanel matrix={matrix} face={face} />
        </Card>
      )}
    </section>
  );
}

const CULPRITS: Record<AccessConclusion['culprit'], { readonly name: string; readonly tone: Tone }> = {
  application: { name: 'The application', tone: 'bad' },
  account: { name: 'The account', tone: 'bad' },
  token: { name: 'The token', tone: 'warn' },
  path: { name: 'The path', tone: 'warn' },
  notEnough: { name: 'Not enough', tone: 'info' },
  nothing: { name: 'Nothing refused', tone: 'good' },
};

function Conclusions({ conclusions }: { conclusions: readonly AccessConclusion[] }) {
  return (
    <div role="status">
      {conclusions.length === 0 ? (
        <p className={styles.dim}>Nothing is known yet: no operation was tried with these credentials.</p>
      ) : (
        <ul className={styles.conclusions}>
          {conclusions.map(({ culprit, text }) => (
            <li key={text}>
              <Tag tone={CULPRITS[culprit].tone}>{CULPRITS[culprit].name}</Tag>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
