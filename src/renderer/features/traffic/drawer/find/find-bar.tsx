/** The field that finds a text in a body, with the number of hits and the path of the current hit. */
import { ActionIcon, CloseButton, TextInput, Tooltip } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { CopyButton } from '../../../../actions/copy-button.tsx';
import { formatNumber } from '../../../../text/format.ts';
import { IconChevronDown, IconChevronUp, IconSearch } from '../../../../ui/icons.ts';
import { MAX_HITS } from '../../../../ui/json-find.ts';
import styles from './find.module.css';
import type { BodyFind } from './use-body-find.ts';

export function FindBar({ find, path }: { find: BodyFind; path: string | null }) {
  const { text, setText, hits, index, step, close, opened } = find;
  const input = useRef<HTMLInputElement>(null);
  // Each press of Ctrl+F focuses the field and selects its text again.
  useEffect(() => {
    if (opened === 0) return;
    input.current?.focus();
    input.current?.select();
  }, [opened]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'F3') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  const none = hits === 0;
  return (
    <search className={styles.bar} aria-label="Find in this body">
      <TextInput
        ref={input}
        className={styles.text}
        size="xs"
        aria-label="Find in this body"
        placeholder="Names and values"
        leftSection={<IconSearch size={14} aria-hidden />}
        maxLength={500}
        spellCheck={false}
        value={text}
        // Without this attribute, Escape would also close the drawer.
        data-mantine-stop-propagation="true"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Tooltip label="Previous (Shift+Enter)">
        <ActionIcon variant="default" aria-label="Previous hit" disabled={none} onClick={() => step(-1)}>
          <IconChevronUp size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next (Enter)">
        <ActionIcon variant="default" aria-label="Next hit" disabled={none} onClick={() => step(1)}>
          <IconChevronDown size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <span className={styles.count} role="status">
        {text === '' ? '' : none ? 'Not found' : `${formatNumber(index + 1)} of ${countText(hits)}`}
        {path === null ? null : <span className="lk-unseen">, at {path === '' ? 'the top' : path}</span>}
      </span>
      <CloseButton size="sm" aria-label="Close the search" onClick={close} />
      {path ? (
        <span className={styles.path}>
          <code>{path}</code>
          <CopyButton text={path} label="Copy the path" size="xs" />
        </span>
      ) : null}
    </search>
  );
}

/** A button that opens the search. Its tooltip names the keys. */
export function FindButton({ find: { open } }: { find: BodyFind }) {
  return (
    <Tooltip label="Find (Ctrl+F, ⌘F)">
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label="Find in this body" onClick={open}>
        <IconSearch size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

const countText = (hits: number): string =>
  hits > MAX_HITS ? `more than ${formatNumber(MAX_HITS)}` : formatNumber(hits);
