/** A field for check-in and check-out, as plain `YYYY-MM-DD` dates: typed in a person's own words, or chosen in a calendar. */
import { ActionIcon, Button, CloseButton, Popover, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { PlainDate } from '../../../shared/model/primitives.ts';
import type { FlexibleStay } from '../../text/read-stay.ts';
import { IconCalendar } from '../icons.ts';
import { useSelectOnce } from '../use-select-once.ts';
import { RangeCalendar, type Stay } from './range-calendar.tsx';
import styles from './stay-field.module.css';
import { choiceText, NO_STAY, readingText, type TypedStay } from './stay-text.ts';
import { loadReader, type TypedText, useTypedStay } from './use-typed-stay.ts';

export type { Stay } from './range-calendar.tsx';
export type { TypedStay } from './stay-text.ts';

const EXAMPLES = '12–19 Dec, next weekend';
/** The options of the calendar's popover. The focus stays in the field, which handles the keys of the calendar. */
const POPOVER = {
  position: 'bottom-start',
  withinPortal: true,
  trapFocus: false,
  withRoles: false,
  closeOnEscape: false,
} as const;

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
  useFirstFocus(input, takesFocus);
  const typed = useTypedStay(stay, today, onChange);
  const { flexible } = typed;
  const calendar = useCalendar(input, typed.settle);
  const { opened, close } = calendar;
  const chooseInCalendar = useCallbackRef((chosen: Stay) => {
    typed.choose(chosen);
    if (chosen.checkOut !== null) calendar.closeToInput();
  });
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      calendar.openCalendar();
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter') {
      // A search needs days, so typed months and weekends open Flexible dates.
      if (onFlexible && flexible) {
        event.preventDefault();
        onFlexible(flexible);
      }
      close();
    }
  };
  const selectOnce = useSelectOnce();
  // Typing replaces a stay that was set from outside while the field had the focus.
  const setText = typed.isTyped ? null : typed.text;
  useEffect(() => {
    if (setText !== null && document.activeElement === input.current) input.current?.select();
  }, [setText]);
  return (
    <Popover opened={opened} onDismiss={close} {...POPOVER}>
      <Popover.Target>
        <TextInput
          ref={input}
          label={label}
          placeholder={required ? EXAMPLES : `Any dates, or: ${EXAMPLES}`}
          withAsterisk={required}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed.text}
          error={error}
          aria-haspopup="dialog"
          aria-description="Type dates such as 12–19 Dec, or press the down arrow for the calendar."
          leftSectionPointerEvents="all"
          leftSection={
            <CalendarButton
              label={label}
              opened={opened}
              onClick={() => (opened ? calendar.closeToInput() : calendar.openCalendar())}
            />
          }
          rightSection={
            stay.checkIn !== null || typed.text !== '' ? (
              <ClearButton
                onClick={() => {
                  typed.choose(NO_STAY);
                  input.current?.focus();
                }}
              />
            ) : null
          }
          styles={{ input: { textOverflow: 'ellipsis' } }}
          onFocus={(event) => {
            void loadReader();
            event.currentTarget.select();
            selectOnce.onFocus();
          }}
          onBlur={calendar.onBlur}
          onInput={selectOnce.onInput}
          onMouseDown={selectOnce.onMouseDown}
          onClick={(event) => {
            selectOnce.onClick(event);
            calendar.setOpened(true);
          }}
          onChange={(event) => {
            calendar.setOpened(true);
            typed.type(event.currentTarget.value);
          }}
          onKeyDown={onInputKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown
        ref={calendar.dropdown}
        // While the calendar fades out, a click reaches what is below it.
        style={opened ? undefined : { pointerEvents: 'none' }}
        onBlur={calendar.onBlur}
        role="dialog"
        aria-label="Calendar"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          calendar.closeToInput();
        }}
      >
        <div className={styles.panel}>
          <TypedReading typed={typed} stay={stay} onFlexible={onFlexible} />
          <RangeCalendar
            checkIn={stay.checkIn}
            checkOut={stay.checkOut}
            today={today}
            focusRequest={calendar.focusRequest}
            onChange={chooseInCalendar}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function useFirstFocus(input: RefObject<HTMLInputElement | null>, isWanted: boolean): void {
  const takes = useRef(isWanted);
  useEffect(() => {
    if (takes.current) input.current?.focus({ preventScroll: true });
  }, [input]);
}

/** Opens and closes the calendar below the field. Calls `onClose` whenever the calendar closes. */
function useCalendar(input: RefObject<HTMLInputElement | null>, onClose: () => void) {
  const dropdown = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const [focusRequest, setFocusRequest] = useState(0);
  const close = () => {
    setOpened(false);
    setFocusRequest(0);
    onClose();
  };
  return {
    dropdown,
    opened,
    setOpened,
    /** A number that grows when the calendar must take the focus. */
    focusRequest,
    close,
    openCalendar: () => {
      setOpened(true);
      setFocusRequest((count) => count + 1);
    },
    closeToInput: () => {
      close();
      input.current?.focus();
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget === input.current || dropdown.current?.contains(relatedTarget as Node | null);
      if (relatedTarget !== null && !isInside) close();
    },
  };
}

interface Props {
  typed: TypedText;
  stay: Stay;
  onFlexible: ((flexible: FlexibleStay) => void) | undefined;
}

/** Shows how a typed text was read, and the other stays that the text may mean. */
function TypedReading({ typed: { isTyped, reading, choices, flexible, chooseReading }, stay, onFlexible }: Props) {
  return (
    <>
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
                onClick={() => chooseReading(choice)}
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
    </>
  );
}

function CalendarButton({ label, opened, onClick }: { label: string; opened: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      size="sm"
      tabIndex={-1}
      aria-label={`${label}: open the calendar`}
      aria-expanded={opened}
      onClick={onClick}
    >
      <IconCalendar size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Clears the dates. The keyboard clears the text itself, so the Tab key goes from the dates to the next field. */
function ClearButton({ onClick }: { onClick: () => void }) {
  return <CloseButton size="sm" tabIndex={-1} aria-label="Clear the dates" onClick={onClick} />;
}
