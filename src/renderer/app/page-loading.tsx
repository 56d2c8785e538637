/** The placeholder of a page that loads. */
import { Skeleton, Stack } from '@mantine/core';

export function PageLoading() {
  return (
    <Stack role="status" aria-label="Loading" gap="md">
      <Skeleton height={34} width={260} />
      <Skeleton height={140} radius="lg" />
      <Skeleton height={220} radius="lg" />
    </Stack>
  );
}
