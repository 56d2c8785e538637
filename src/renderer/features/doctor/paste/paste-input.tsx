/** The input of a failure: a field for text, a drop target for files, and a button that opens a file. */
import { Button, Textarea } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatBytes } from '../../../text/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { IconFileText, IconFolderOpen, IconStethoscope, IconX } from '../../../ui/icons.ts';
import styles from './paste.module.css';
import type { Given } from './use-reading.ts';

/** The maximum length of a text that is drawn, because a longer one would block the window. */
const MAX_DRAWN = 100_000;

export interface Held {
  readonly name: string;
  readonly blob: Blob;
}

interface Props {
  text: string;
  held: Held | null;
  isReading: boolean;
  onText: (text: string) => void;
  onHeld: (held: Held | null) => void;
  onStart: (given: Given) => void;
  onClear: () => void;
}

export function PasteInput({ text, held, isReading, onText, onHeld, onStart, onClear }: Props) {
  const [isOver, setIsOver] = useState(false);
  const hintId = useId();
  const isEmpty = held === null && text.trim() === '';
  const field = useRef<HTMLTextAreaElement>(null);
  // A person who opens the page has something to paste. When a diagnosis is shown already, it stays in view instead.
  const isFirst = useRef(isEmpty);
  useEffect(() => {
    if (isFirst.current) field.current?.focus({ preventScroll: true });
  }, []);
  const diagnose = () => {
    if (held) onStart({ kind: 'file', file: held.blob });
    else if (!isEmpty) onStart({ kind: 'text', text });
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const [file] = event.clipboardData.files;
    const pasted = event.clipboardData.getData('text/plain');
    if (file && pasted === '') take(event, { name: file.name, blob: file });
    else if (value.length - (selectionEnd - selectionStart) + pasted.length > MAX_DRAWN) {
      const parts = [value.slice(0, selectionStart), pasted, value.slice(selectionEnd)];
      take(event, { name: 'The pasted text', blob: new Blob(parts) });
    }
  };
  const take = (event: { preventDefault: () => void }, next: Held) => {
    event.preventDefault();
    onHeld(next);
    onStart({ kind: 'file', file: next.blob });
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    const dropped = event.dataTransfer.getData('text/plain');
    if (file) take(event, { name: file.name, blob: file });
    else if (dropped.length > MAX_DRAWN) take(event, { name: 'The dropped text', blob: new Blob([dropped]) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    diagnose();
  };
  return (
    <section
      className={styles.input}
      aria-label="What the customer sent"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {held ? (
        <p className={styles.held}>
          <IconFileText size={18} aria-hidden />
          <span>
            {held.name} ({formatBytes(held.blob.size)})
          </span>
          <Button variant="subtle" size="compact-sm" onClick={() => onHeld(null)} disabled={isReading}>
            Remove
          </Button>
        </p>
      ) : (
        <Textarea
          ref={field}
          label="Paste what the customer sent"
          aria-describedby={hintId}
          placeholder={'curl -i https://… -H "Authorization: …"\n\nHTTP/1.1 403 Forbidden\n…'}
          rows={9}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: styles.text ?? '' }}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
        />
      )}
      <p id={hintId} className={styles.hint}>
        A curl command, a HAR, HTTP, a console of Postman or Insomnia, an error of axios or Python, log lines, a mail. A
        request without its answer is checked: would it be accepted? A file can be dropped here, up to 256 MB.
      </p>
      <div className={styles.buttons}>
        <IconButton variant="filled" onClick={diagnose} disabled={isEmpty || isReading} Icon={IconStethoscope}>
          Diagnose
        </IconButton>
        <IconButton disabled={isReading} Icon={IconFolderOpen} onClick={() => onStart({ kind: 'chosen' })}>
          Open a file…
        </IconButton>
        {isEmpty ? null : (
          <IconButton variant="subtle" onClick={onClear} Icon={IconX}>
            Clear
          </IconButton>
        )}
      </div>
    </section>
  );
}
