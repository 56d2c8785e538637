/** One value of a record of unknown shape, drawn by its inferred kind. */
import { Anchor, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { FieldKind } from '../../shared/model/field.ts';
import { isPlainDate, type Json } from '../../shared/model/primitives.ts';
import { act } from '../ipc/client.ts';
import { formatCount, formatInstant, formatMoney, formatNumber, formatPlainDate } from '../text/format.ts';
import { PictureFrame } from '../ui/picture-frame.tsx';

type JsonRecord = { [key: string]: Json };
const isRecord = (value: Json): value is JsonRecord =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The address of an address-like record in one line: its full form, or its parts. */
export function addressText(value: JsonRecord): string {
  const part = (key: string) => (typeof value[key] === 'string' ? (value[key] as string) : '');
  if (part('full') !== '') return part('full');
  return ['street', 'city', 'state', 'zipcode', 'country'].map(part).filter(Boolean).join(', ');
}

/** The plain text of a value, for sorting, titles and copying; short for lists and objects. */
export function fieldText(kind: FieldKind, value: Json): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (kind === 'money') {
    if (typeof value === 'number') return formatMoney({ amount: value, currency: null });
    if (isRecord(value) && typeof value.amount === 'number')
      return formatMoney({
        amount: value.amount,
        currency: typeof value.currency === 'string' ? value.currency : null,
      });
  }
  if (kind === 'date' && typeof value === 'string' && isPlainDate(value)) return formatPlainDate(value);
  if (kind === 'instant') {
    const at = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
    if (Number.isFinite(at)) return formatInstant(at);
  }
  if (typeof value === 'number') return kind === 'identifier' ? String(value) : formatNumber(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const plain = value.every((item) => item === null || typeof item !== 'object');
    if (plain && value.length <= 6) return value.map(String).join(', ');
    if (plain) return `${value.slice(0, 4).map(String).join(', ')} and ${value.length - 4} more`;
    return formatCount(value.length, 'item');
  }
  if (kind === 'address') {
    const text = addressText(value);
    if (text !== '') return text;
  }
  const names = Object.keys(value);
  return names.length === 0 ? '{}' : `{ ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''} }`;
}

const SHOWABLE = /^(\/pictures\/|data:image\/)/;

export function FieldValue({ kind, value }: { kind: FieldKind; value: Json }) {
  if (value === null || value === '')
    return (
      <Text span c="dimmed" inherit aria-label="empty">
        –
      </Text>
    );
  if (typeof value === 'boolean')
    return value ? <IconCheck size={16} aria-label="Yes" /> : <IconX size={16} aria-label="No" />;
  if (kind === 'picture' && typeof value === 'string' && SHOWABLE.test(value))
    return <PictureFrame src={value} alt="" width={56} />;
  if (typeof value === 'string' && /^https:\/\//.test(value)) return <OutsideLink url={value} />;
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

/** An https address that opens in the person's browser. */
function OutsideLink({ url, children }: { url: string; children?: string }) {
  const open = useMutation(act('app', 'openLink'));
  return (
    <Anchor component="button" type="button" inherit ta="left" title={url} onClick={() => open.mutate({ url })}>
      {children ?? url.replace(/^https:\/\//, '')}
    </Anchor>
  );
}
