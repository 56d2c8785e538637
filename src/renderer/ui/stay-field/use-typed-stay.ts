/** The text that a person types as a stay, and its interpretation. */
import { useRef, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { formatPlainDate } from '../../text/format.ts';
import type { StayReading } from '../../text/read-stay.ts';
import type { Stay } from './range-calendar.tsx';
import { choicesOf, NO_STAY, stayOfReading, stayText, type TypedStay } from './stay-text.ts';

/** The parser, which is loaded when a person begins to type. */
let reader: Promise<typeof import('../../text/read-stay.ts')> | undefined;
export const loadReader = () => {
  reader ??= import('../../text/read-stay.ts');
  return reader;
};

/** Whether the reader's locale writes the month before the day. */
const isMonthFirst = (): boolean => formatPlainDate('2026-12-31').search('31') > 0;

/** Calls `onChange` with each stay that is typed or chosen. */
export function useTypedStay(stay: Stay, today: PlainDate, onChange: (stay: TypedStay) => void) {
  /** The text while a person types, with its interpretation as a stay. */
  const [typed, setTyped] = useState<{ text: string; stay: TypedStay } | null>(null);
  const [reading, setReading] = useState<StayReading>({ kind: 'empty' });
  const latest = useRef('');
  // A stay that was set elsewhere replaces the typed text.
  const isTyped = typed !== null && typed.stay.checkIn === stay.checkIn && typed.stay.checkOut === stay.checkOut;

  const emit = (text: string, read: TypedStay) => {
    setTyped({ text, stay: read });
    onChange(read);
  };
  const type = (text: string) => {
    latest.current = text;
    // Until the text is read it is no stay, so that nothing is searched with the old one.
    emit(text, { ...NO_STAY, issue: text.trim() === '' ? null : 'Reading the dates…' });
    void loadReader().then(({ readStay }) => {
      if (latest.current !== text) return;
      const read = readStay(text, today, { monthFirst: isMonthFirst() });
      setReading(read);
      emit(text, stayOfReading(read));
    });
  };
  return {
    isTyped,
    /** The text in the field. */
    text: isTyped ? typed.text : stayText(stay, today),
    reading,
    choices: isTyped ? choicesOf(reading) : [],
    /** The flexible dates that were typed; null when the text is none. */
    flexible: isTyped && reading.kind === 'flexible' ? reading.flexible : null,
    type,
    /** Chooses one of the stays that the text can mean; the text stays. */
    chooseReading: (chosen: Stay) => emit(typed?.text ?? '', { ...chosen, issue: null }),
    /** Replaces the text by a stay. */
    choose: (chosen: Stay) => {
      setTyped(null);
      onChange({ ...chosen, issue: null });
    },
    /** Shows the stay in place of the text, unless the text is no stay. */
    settle: () => {
      if (typed?.stay.issue === null) setTyped(null);
    },
  };
}

export type TypedText = ReturnType<typeof useTypedStay>;
