/** A link to the connection that an error names. The link opens another window, so that text typed in this window is not lost. */
import { Anchor } from '@mantine/core';
import type { InputIssue } from '../../shared/errors.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { useOpenWindow } from './use-open-window.ts';

export function OpenConnection({ connection: { id, name } }: { connection: NonNullable<InputIssue['connection']> }) {
  const openWindow = useOpenWindow();
  return (
    <Anchor component="button" type="button" inherit onClick={() => openWindow(id)}>
      Open {quotedName(name)} in another window
    </Anchor>
  );
}
