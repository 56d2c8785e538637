/** The empty state of a page that needs a Booking Engine application. */
import type { ReactNode } from 'react';
import { useAudience } from '../ipc/use-audience.ts';
import { PageLink } from '../navigation/page-link.tsx';
import { WORDS } from '../text/words.ts';
import { EmptyState } from '../ui/empty-state.tsx';

export function NoApplication({
  connectionId,
  icon,
  children,
}: {
  connectionId: string;
  icon: ReactNode;
  /** The reason why the page needs an application. */
  children: ReactNode;
}) {
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
