/** Draws a value from a record of unknown shape, by the kind that its field seems to have. */
import { Anchor, Text } from '@mantine/core';
import type { FieldKind } from '../../shared/model/field.ts';
import type { Json } from '../../shared/model/primitives.ts';
import { useAct } from '../ipc/client.ts';
import { fieldText } from '../text/field-text.ts';
import { IconCheck, IconX } from '../ui/icons.ts';
import { PictureFrame } from '../ui/picture-frame.tsx';

/** Matches the address of a picture that main has checked. A `data:` picture may be an SVG that blocks the window while it is drawn. */
const CHECKED_PICTURE = /^\/pictures\//;
const EMBEDDED_PICTURE = /^\s*data:/i;

export function FieldValue({ kind, value }: { kind: FieldKind; value: Json }) {
  if (value === null || value === '')
    return (
      <Text span c="dimmed" inherit aria-label="empty">
        –
      </Text>
    );
  if (typeof value === 'boolean')
    return value ? <IconCheck size={16} aria-label="Yes" /> : <IconX size={16} aria-label="No" />;
  if (kind === 'picture' && typeof value === 'string') {
    if (CHECKED_PICTURE.test(value)) return <PictureFrame src={value} alt="" width={56} />;
    if (EMBEDDED_PICTURE.test(value))
      return (
        <Text span c="dimmed" inherit>
          Picture inside the record
        </Text>
      );
  }
  if (typeof value === 'string' && /^https:\/\//.test(value)) return <ExternalLink url={value} />;
  const text = fieldText(kind, value);
  const numeric = kind === 'money' || kind === 'number' || kind === 'date' || kind === 'instant';
  if (kind === 'identifier')
    return (
      <span className="lk-mono" title={text}>
        {text}
      </span>
    );
  return <span className={numeric ? 'lk-num' : undefined}>{text}</span>;
}

function ExternalLink({ url }: { url: string }) {
  const open = useAct('app', 'openLink');
  return (
    <Anchor component="button" type="button" inherit ta="left" title={url} onClick={() => open.mutate({ url })}>
      {url.replace(/^https:\/\//, '')}
    </Anchor>
  );
}
