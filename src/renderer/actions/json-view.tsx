/** A JSON value as a tree, with a button that copies it. */
import type { ComponentProps } from 'react';
import { JsonTree } from '../ui/json-tree.tsx';
import { CopyButton } from './copy-button.tsx';

export function JsonView({ value, actions, ...tree }: ComponentProps<typeof JsonTree>) {
  return (
    <JsonTree
      {...tree}
      value={value}
      actions={
        <>
          {actions}
          <CopyButton text={() => JSON.stringify(value, null, 2)} label="Copy the JSON" />
        </>
      }
    />
  );
}
