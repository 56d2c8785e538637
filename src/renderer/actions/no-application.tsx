/** The empty state of a page that needs a Booking Engine application. */

import type { ReactNode } from 'react';
import { useAudience, useConnection } from '../ipc/current.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { WORDS } from '../text/words.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** A notice that the page needs an application. `children` is the reason. */
export function NoApplication({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  const { id: connectionId } = useConnection();
  const words = WORDS[useAudience()];
  return (
    <EmptyState
      icon={icon}
      title={words.noApplication}
      action={
        <PageLink to="/connections" search={{ id: connectionId }}>
          {words.addApplication}
        </PageLink>
      }
    >
      {children}
    </EmptyState>
  );
}
