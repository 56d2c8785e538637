/** The text that a person types as a stay, and the stay that it means. */
import { useRef, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { formatPlainDate } from '../../text/format.ts';
import type { StayReading } from '../../text/read-stay.ts';
import type { Stay } from './range-calendar.tsx';
import { choicesOf, NO_STAY, stayOfReading, stayText, type TypedStay } from './stay-text.ts';

/** The code that reads stays; imported when the field first gets the focus. */
let reader: Promise<typeof import('../../text/read-stay.ts')> | undefined;
export const loadReader = () => {
  reader ??= import('../../text/read-stay.ts');
  return reader;
};

/** Whether the reader's locale writes the month before the day. */
const isMonthFirst = (): boolean => formatPlainDate('2026-12-31').search('31') > 0;

/** Reads a typed stay or day, in the order of day and month that the reader's locale writes. */
async function readTyped(text: string, today: PlainDate): Promise<StayReading> {
  const { readStay } = await loadReader();
  return readStay(text, today, { monthFirst: isMonthFirst() });
}

/** Reads a typed day; null for a text that means none. `isPast` reads a day up to today, and otherwise a day from today on. */
export async function readDay(text: string, today: PlainDate, isPast: boolean): Promise<PlainDate | null> {
  const { readPastDay } = await loadReader();
  if (isPast) return readPastDay(text, today, { monthFirst: isMonthFirst() });
  const reading = await readTyped(text, today);
  return reading.kind === 'arrival' ? reading.checkIn : null;
}

export function useTypedStay(stay: Stay, today: PlainDate, onChange: (stay: TypedStay) => void) {
  /** The text while a person types, with the stay that it means. */
  const [typed, setTyped] = useState<{ text: string; stay: TypedStay } | null>(null);
  const [reading, setReading] = useState<StayReading>({ kind: 'empty' });
  const latest = useRef('');
  // A stay that is set from outside replaces the typed text.
  const isTyped = typed !== null && typed.stay.checkIn === stay.checkIn && typed.stay.checkOut === stay.checkOut;

  const emit = (text: string, read: TypedStay) => {
    setTyped({ text, stay: read });
    onChange(read);
  };
  const type = (text: string) => {
    latest.current = text;
    // Until the text is read there is no stay, so that no search uses the earlier one.
    emit(text, { ...NO_STAY, issue: text.trim() === '' ? null : 'Reading the dates…' });
    void readTyped(text, today).then((read) => {
      if (latest.current !== text) return;
      setReading(read);
      emit(text, stayOfReading(read));
    });
  };
  return {
    isTyped,
    text: isTyped ? typed.text : stayText(stay, today),
    reading,
    choices: isTyped ? choicesOf(reading) : [],
    /** The typed flexible dates; null when the text means anything else. */
    flexible: isTyped && reading.kind === 'flexible' ? reading.flexible : null,
    type,
    /** Chooses one of the stays that the text can mean; the text stays. */
    chooseReading: (chosen: Stay) => emit(typed?.text ?? '', { ...chosen, issue: null }),
    choose: (chosen: Stay) => {
      setTyped(null);
      onChange({ ...chosen, issue: null });
    },
    /** Replaces the typed text by the stay that it means; keeps a text that means no stay. */
    settle: () => {
      if (typed?.stay.issue === null) setTyped(null);
    },
  };
}

export type TypedText = ReturnType<typeof useTypedStay>;
