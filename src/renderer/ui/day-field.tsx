/** A field for one day, typed in a person's own words ("tomorrow", "30 Nov") and shown as every date of the app. */
import { CloseButton, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { PlainDate } from '../../shared/model/primitives.ts';
import { formatPlainDate } from '../text/format.ts';
import { readDay } from './stay-field/use-typed-stay.ts';

interface Props {
  label: string;
  description?: string;
  value: PlainDate | null;
  today: PlainDate;
  /** True for a day up to today; otherwise the day is today or later. */
  isPast?: boolean;
  /** Receives the day; null for an empty field and, with `isDay` false, for a text that means no day. */
  onChange: (day: PlainDate | null, isDay: boolean) => void;
}

export function DayField({ label, description, value, today, isPast = false, onChange }: Props) {
  const example = isPast ? 'yesterday' : 'tomorrow';
  /** The text while a person types, with the day that it means; undefined while it is read, null for no day. */
  const [typed, setTyped] = useState<{ text: string; day: PlainDate | null | undefined } | null>(null);
  const latest = useRef('');
  const type = (text: string) => {
    latest.current = text;
    setTyped({ text, day: undefined });
    // Until the text is read it means no day, so that nothing saves the earlier one.
    onChange(null, text.trim() === '');
    void readDay(text, today, isPast).then((day) => {
      if (latest.current !== text) return;
      setTyped({ text, day });
      onChange(day, day !== null || text.trim() === '');
    });
  };
  const isNoDay = typed !== null && typed.day === null && typed.text.trim() !== '';
  return (
    <TextInput
      label={label}
      description={typed?.day ? formatPlainDate(typed.day, 'long') : description}
      error={isNoDay ? `This is no day. Write “${example}” or “30 Nov”.` : null}
      placeholder={`Any day, or: ${example}, 30 Nov`}
      spellCheck={false}
      autoComplete="off"
      maxLength={60}
      value={typed?.text ?? (value === null ? '' : formatPlainDate(value, 'long'))}
      onChange={(event) => type(event.currentTarget.value)}
      // A text that means a day is then shown as that day.
      onBlur={() => setTyped((known) => (known?.day === value ? null : known))}
      rightSection={
        value === null && typed === null ? null : (
          <CloseButton size="sm" aria-label={`Clear “${label}”`} onClick={() => type('')} />
        )
      }
    />
  );
}
