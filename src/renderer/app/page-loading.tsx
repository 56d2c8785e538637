/** The placeholder of a page that loads. */
import { Skeleton, Stack } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../actions/error-notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export function PageLoading() {
  return (
    <Stack role="status" aria-label="Loading" gap="md">
      <Skeleton height={34} width={260} />
      <Skeleton height={140} radius="lg" />
      <Skeleton height={220} radius="lg" />
    </Stack>
  );
}

/** Shows the error of a page, and a button to try again. */
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
