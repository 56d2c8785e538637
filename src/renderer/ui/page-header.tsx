/** The header of a page: title, description and actions. The title is also part of the window's title. */
import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { setWindowTitle } from './window-title.ts';

interface Props {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Whether the page has gaps of its own below the header. */
  isTight?: boolean;
}

export function PageHeader({ title, description, actions, isTight = false }: Props) {
  useEffect(() => {
    setWindowTitle({ page: title });
  }, [title]);
  return (
    <Group component="header" justify="space-between" align="flex-end" gap="md" mb={isTight ? 6 : 'lg'} wrap="wrap">
      <div style={{ minWidth: 0 }}>
        <Title order={1} id="page-title" tabIndex={-1}>
          {title}
        </Title>
        {description ? (
          <Text component="div" c="dimmed" mt={2} maw="72ch">
            {description}
          </Text>
        ) : null}
      </div>
      {actions ? <Group gap="xs">{actions}</Group> : null}
    </Group>
  );
}
