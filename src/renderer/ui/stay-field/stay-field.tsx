/** A field for check-in and check-out, as plain `YYYY-MM-DD` dates: typed in a person's own words, or chosen in a calendar. */
import { ActionIcon, Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import { nightsBetween } from '../../../shared/time/plain-date.ts';
import { formatCount, formatPlainDate, formatPlainRange } from '../../text/format.ts';
import type { FlexibleStay, StayReading } from '../../text/read-stay.ts';
import { IconCalendar } from '../icons.ts';
import { RangeCalendar, type Stay } from './range-calendar.tsx';
import styles from './stay-field.module.css';

export type { Stay } from './range-calendar.tsx';

/** A typed stay. `issue`: why the text is no stay; null when it is a stay or a part of one. */
export type TypedStay = Stay & { readonly issue: string | null };

/** The number of days ahead up to which the year is left out, to save room. */
const NEAR_DAYS = 300;
const EXAMPLES = '12–19 Dec, next weekend';
const NO_STAY: TypedStay = { checkIn: null, checkOut: null, issue: null };

/** The parser, which is loaded when a person begins to type. */
let reader: Promise<typeof import('../../text/read-stay.ts')> | undefined;
const loadReader = () => {
  reader ??= import('../../text/read-stay.ts');
  return reader;
};

/** Whether the reader's locale writes the month before the day. */
const isMonthFirst = (): boolean => formatPlainDate('2026-12-31').search('31') > 0;

/** The stay as text: "21–24 Nov · 3 nights", with the year for distant days; incomplete while only one day is chosen. */
function stayText({ checkIn, checkOut }: Stay, today: PlainDate): string {
  if (checkIn === null) return '';
  if (checkOut === null) return `${formatPlainDate(checkIn)} – …`;
  const style = Math.abs(nightsBetween(today, checkOut)) <= NEAR_DAYS ? 'dayMonth' : 'short';
  return `${formatPlainRange(checkIn, checkOut, style)} · ${formatCount(nightsBetween(checkIn, checkOut), 'night')}`;
}

/** The interpretation of a typed text, with weekdays; an issue is shown below the field instead. */
function readingText(reading: StayReading): string {
  if (reading.kind === 'arrival' && reading.others.length > 0) return 'It may mean several days. The first is chosen:';
  if (reading.kind === 'arrival')
    return `${formatPlainDate(reading.checkIn, 'long')} – now the check-out day or the nights`;
  if (reading.kind === 'ask' || reading.kind === 'flexible') return reading.message;
  if (reading.kind !== 'stays') return '';
  const [{ checkIn, checkOut }, ...others] = reading.stays;
  if (others.length > 0) return 'It may mean several stays. The first is chosen:';
  return `${formatPlainDate(checkIn, 'long')} – ${formatPlainDate(checkOut, 'long')}, ${formatCount(nightsBetween(checkIn, checkOut), 'night')}`;
}

function stayOfReading(reading: StayReading): TypedStay {
  if (reading.kind === 'stays') return { ...reading.stays[0], issue: null };
  if (reading.kind === 'arrival') return { checkIn: reading.checkIn, checkOut: null, issue: null };
  return { ...NO_STAY, issue: reading.kind === 'empty' ? null : reading.message };
}

/** The stays or arrivals from which a person can choose. */
function choicesOf(reading: StayReading): readonly Stay[] {
  if (reading.kind === 'arrival')
    return reading.others.length === 0
      ? []
      : [reading.checkIn, ...reading.others].map((checkIn) => ({ checkIn, checkOut: null }));
  if (reading.kind === 'ask' || reading.kind === 'flexible') return reading.stays;
  return reading.kind === 'stays' && reading.stays.length > 1 ? reading.stays : [];
}

/** A choice as text: "9–11 Jul", with the year if the choices have several; an arrival with its weekday. */
function choiceText({ checkIn, checkOut }: Stay, choices: readonly Stay[]): string {
  if (checkIn === null) return '';
  if (checkOut === null) return formatPlainDate(checkIn, 'long');
  const years = new Set(choices.flatMap((choice) => [choice.checkIn?.slice(0, 4), choice.checkOut?.slice(0, 4)]));
  return formatPlainRange(checkIn, checkOut, years.size > 1 ? 'short' : 'dayMonth');
}

export function StayField({
  stay,
  onChange,
  today,
  label = 'Check-in and check-out',
  error,
  required = false,
  takesFocus = false,
  onFlexible,
}: {
  stay: Stay;
  onChange: (stay: TypedStay) => void;
  today: PlainDate;
  label?: string;
  error?: ReactNode;
  required?: boolean;
  /** Whether the field takes the focus when it appears; the calendar stays closed. */
  takesFocus?: boolean;
  /** Opens Flexible dates, for typed months or weekends. */
  onFlexible?: (flexible: FlexibleStay) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const takes = useRef(takesFocus);
  useEffect(() => {
    if (takes.current) input.current?.focus({ preventScroll: true });
  }, []);
  const dropdown = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const [focusRequest, setFocusRequest] = useState(0);
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
    setOpened(true);
    // Until the text is read it is no stay, so that nothing is searched with the old one.
    emit(text, { ...NO_STAY, issue: text.trim() === '' ? null : 'Reading the dates…' });
    void loadReader().then(({ readStay }) => {
      if (latest.current !== text) return;
      const read = readStay(text, today, { monthFirst: isMonthFirst() });
      setReading(read);
      emit(text, stayOfReading(read));
    });
  };
  const choose = (chosen: Stay) => {
    setTyped(null);
    onChange({ ...chosen, issue: null });
  };
  const close = () => {
    setOpened(false);
    setFocusRequest(0);
    if (typed?.stay.issue === null) setTyped(null);
  };
  const choices = isTyped ? choicesOf(reading) : [];
  const flexible = isTyped && reading.kind === 'flexible' ? reading.flexible : null;
  /** Closes the calendar when the focus leaves both the field and the calendar. */
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget === input.current || dropdown.current?.contains(relatedTarget as Node | null);
    if (relatedTarget !== null && !isInside) close();
  };
  const openCalendar = () => {
    setOpened(true);
    setFocusRequest((count) => count + 1);
  };
  const closeToInput = () => {
    close();
    input.current?.focus();
  };
  const chooseInCalendar = useCallbackRef((chosen: Stay) => {
    choose(chosen);
    if (chosen.checkOut !== null) closeToInput();
  });
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      openCalendar();
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') {
      // Nothing can be searched with a month; Flexible dates can.
      if (onFlexible && flexible) {
        event.preventDefault();
        onFlexible(flexible);
      }
      close();
    }
  };
  return (
    <Popover
      opened={opened}
      onDismiss={close}
      position="bottom-start"
      withinPortal
      trapFocus={false}
      withRoles={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <TextInput
          ref={input}
          label={label}
          placeholder={required ? EXAMPLES : `Any dates, or: ${EXAMPLES}`}
          withAsterisk={required}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={isTyped ? typed.text : stayText(stay, today)}
          error={error}
          aria-haspopup="dialog"
          aria-description="Type dates such as 12–19 Dec, or press the down arrow for the calendar."
          leftSectionPointerEvents="all"
          leftSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              tabIndex={-1}
              aria-label={`${label}: open the calendar`}
              aria-expanded={opened}
              onClick={() => (opened ? closeToInput() : openCalendar())}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          }
          rightSection={
            stay.checkIn !== null || (isTyped && typed.text !== '') ? (
              <CloseButton
                size="sm"
                // Keys clear the text itself; a stop here would come between the dates and the next field.
                tabIndex={-1}
                aria-label="Clear the dates"
                onClick={() => {
                  choose(NO_STAY);
                  input.current?.focus();
                }}
              />
            ) : null
          }
          styles={{ input: { textOverflow: 'ellipsis' } }}
          onFocus={(event) => {
            void loadReader();
            event.currentTarget.select();
          }}
          onBlur={onBlur}
          onClick={() => setOpened(true)}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onInputKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown
        ref={dropdown}
        // While it fades out, a click is for what it covered.
        style={opened ? undefined : { pointerEvents: 'none' }}
        onBlur={onBlur}
        role="dialog"
        aria-label="Calendar"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          closeToInput();
        }}
      >
        <div className={styles.panel}>
          <p className={styles.reading} role="status">
            {isTyped ? readingText(reading) : ''}
          </p>
          {choices.length > 0 || (flexible && onFlexible) ? (
            <div className={styles.choices}>
              {choices.map((choice) => {
                const isChosen = choice.checkIn === stay.checkIn && choice.checkOut === stay.checkOut;
                return (
                  <Button
                    key={`${choice.checkIn} ${choice.checkOut}`}
                    size="compact-sm"
                    variant={isChosen ? 'filled' : 'default'}
                    aria-pressed={isChosen}
                    onClick={() => emit(typed?.text ?? '', { ...choice, issue: null })}
                  >
                    {choiceText(choice, choices)}
                  </Button>
                );
              })}
              {flexible && onFlexible ? (
                <Button size="compact-sm" variant="light" onClick={() => onFlexible(flexible)}>
                  {flexible.weekends ? 'All weekends' : 'All days'} in Flexible dates
                </Button>
              ) : null}
            </div>
          ) : null}
          <RangeCalendar
            checkIn={stay.checkIn}
            checkOut={stay.checkOut}
            today={today}
            focusRequest={focusRequest}
            onChange={chooseInCalendar}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
