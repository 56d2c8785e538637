/** The empty state of a page that needs a Booking Engine application. */
import type { ReactNode } from 'react';
import { PageLink } from '../navigation/page-link.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function NoApplication({
  connectionId,
  icon,
  children,
}: {
  connectionId: string;
  icon: ReactNode;
  /** Why the page needs an application. */
  children: ReactNode;
}) {
  return (
    <EmptyState
      icon={icon}
      title="This connection has no Booking Engine application"
      action={
        <PageLink to="/connections" search={{ id: connectionId }}>
          Add an application
        </PageLink>
      }
    >
      {children}
    </EmptyState>
  );
}
