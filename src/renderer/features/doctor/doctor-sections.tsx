/** The sections of the Doctor, chosen by the page's address. Each section but the failures is loaded when a person opens it. */
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DoctorPage } from './doctor-page.tsx';

const TimelinePage = lazy(() =>
  import('./timeline/timeline-page.tsx').then(({ TimelinePage: page }) => ({ default: page })),
);

const AccessPage = lazy(() => import('./access/access-page.tsx').then(({ AccessPage: page }) => ({ default: page })));

const TrainingPage = lazy(() =>
  import('./training/training-page.tsx').then(({ TrainingPage: page }) => ({ default: page })),
);

const PastePage = lazy(() => import('./paste/paste-page.tsx').then(({ PastePage: page }) => ({ default: page })));

const CausesPage = lazy(() => import('./causes/causes-page.tsx').then(({ CausesPage: page }) => ({ default: page })));

export function DoctorSections() {
  const { tab } = useSearch({ from: '/doctor' });
  if (tab === 'timeline')
    return (
      <Suspense fallback={null}>
        <TimelinePage />
      </Suspense>
    );
  if (tab === 'access')
    return (
      <Suspense fallback={null}>
        <AccessPage />
      </Suspense>
    );
  if (tab === 'paste')
    return (
      <Suspense fallback={null}>
        <PastePage />
      </Suspense>
    );
  if (tab === 'training')
    return (
      <Suspense fallback={null}>
        <TrainingPage />
      </Suspense>
    );
  if (tab === 'causes')
    return (
      <Suspense fallback={null}>
        <CausesPage />
      </Suspense>
    );
  return <DoctorPage />;
}
