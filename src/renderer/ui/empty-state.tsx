/** The empty state of a page: title, explanation and one action. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  compact?: boolean;
}

export function EmptyState({ icon, title, children, action, compact = false }: Props) {
  return (
    <Stack align="center" gap="sm" py={compact ? 24 : 56} px="md" ta="center">
      <div className="lk-emblem" aria-hidden>
        {icon}
      </div>
      <Title order={2} size="h3">
        {title}
      </Title>
      {children ? (
        <Text component="div" c="dimmed" maw="56ch">
          {children}
        </Text>
      ) : null}
      {action}
    </Stack>
  );
}
