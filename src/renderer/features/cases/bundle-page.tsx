/** The preview of a support bundle, with highlighted redactions. The person can mark more texts to redact, and saves the bundle. */
import { ActionIcon, Button, Card, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { isAppError } from '../../../shared/app-error.ts';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../../../shared/input/max-input.ts';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WrittenFile } from '../../actions/written-file.tsx';
import { useAct, useAsk } from '../../ipc/client.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { formatBytes, formatCount } from '../../text/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconDownload, IconEyeOff, IconX } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import styles from './bundle.module.css';
import { BundleFiles } from './bundle-files.tsx';

export function BundlePage({ id }: { id: string }) {
  const [marks, setMarks] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState('');
  const text = useRef<HTMLPreElement>(null);
  // Main keeps only the newest previews, so none is cached.
  const preview = useAsk('cases', 'bundlePreview', { id, marks: [...marks] }, { gcTime: 0, keepsPrevious: true });
  const save = useAct('cases', 'saveBundle', {
    // Main no longer has this preview. The person must see a new preview before saving it.
    onError: (error) => {
      if (isAppError(error, 'notFound')) void preview.refetch();
    },
  });
  const add = (mark: string) => {
    const clean = mark.trim().slice(0, MAX_CHARACTERS.phrase);
    if (clean.length < MAX_CHARACTERS.bundleMarkMin || marks.includes(clean)) return;
    setMarks([...marks, clean].slice(-MAX_ENTRIES.fields));
    setTyped('');
    save.reset();
  };
  const addSelection = () => {
    const selection = window.getSelection();
    if (selection && text.current?.contains(selection.anchorNode)) add(selection.toString());
  };
  return (
    <>
      <PageLink to="/cases" search={{ id }} size="sm">
        Back to the case
      </PageLink>
      <PageHeader
        title="Support bundle"
        description="One zip for the people who help you. Look through it before you save it: what is marked is redacted."
        actions={
          <IconButton
            variant="filled"
            Icon={IconDownload}
            disabled={!preview.data || preview.isPlaceholderData}
            loading={save.isPending}
            onClick={() => preview.data && save.mutate({ previewId: preview.data.id })}
          >
            Save the bundle
          </IconButton>
        }
      />
      <WrittenFile
        file={
          save.data
            ? {
                what: `${formatCount(save.data.records, 'file')} (${formatBytes(save.data.bytes)})`,
                path: save.data.path,
              }
            : null
        }
      />
      {preview.error ? <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      <Card component="section" aria-label="Redact more">
        <p className={styles.dim}>
          Mark a text in a file and press “Redact what is marked”, or type it. It is redacted wherever it stands, in all
          files.
        </p>
        <Group gap="sm" align="flex-end">
          <IconButton
            size="xs"
            Icon={IconEyeOff}
            // Without this, pressing the button would clear the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={addSelection}
          >
            Redact what is marked
          </IconButton>
          <TextInput
            size="xs"
            label="A text to redact in all files"
            value={typed}
            maxLength={MAX_CHARACTERS.phrase}
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && add(typed)}
          />
          <Button size="xs" disabled={typed.trim().length < MAX_CHARACTERS.bundleMarkMin} onClick={() => add(typed)}>
            Redact
          </Button>
        </Group>
        <Marks
          marks={marks}
          places={preview.isPlaceholderData ? null : (preview.data?.places ?? [])}
          onRemove={(mark) => {
            setMarks(marks.filter((other) => other !== mark));
            save.reset();
          }}
        />
      </Card>
      {preview.data ? (
        <Card component="section" aria-label="Files of the bundle" mt="md">
          <BundleFiles files={preview.data.files} textRef={text} />
        </Card>
      ) : null}
    </>
  );
}

interface MarksProps {
  marks: readonly string[];
  /** How often each marked text occurs; null while that is being counted. */
  places: readonly number[] | null;
  onRemove: (mark: string) => void;
}

function Marks({ marks, places, onRemove }: MarksProps) {
  return (
    <ul className={styles.marks} aria-label="Redacted by hand">
      {marks.map((mark, index) => (
        <li key={mark}>
          <span className="lk-mono">{mark}</span>
          <span className={styles.dim}>{places === null ? '' : placesText(places[index] ?? 0)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Show ${mark} again`}
            onClick={() => onRemove(mark)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

const placesText = (places: number): string =>
  places === 0 ? 'not found: mark a text within one value' : `${formatCount(places, 'place')} redacted`;
