/** The error component of a page: the error and a retry. */
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../actions/error-notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function PageFailure({ error, reset }: ErrorComponentProps) {
  const queries = useQueryErrorResetBoundary();
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ErrorNotice
        error={error}
        onRetry={() => {
          queries.reset();
          reset();
        }}
      />
    </>
  );
}
