/** A JSON value as a collapsible tree that keys can operate; only the visible part of a long tree is drawn. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Json } from '../../shared/model/primitives.ts';
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from './icons.ts';
import type { JsonHit } from './json-find.ts';
import { allOpen, ancestorsOf, firstOpen, type JsonLine, linesOf, previewOf } from './json-lines.ts';
import styles from './json-tree.module.css';

const LINE_PX = 22;
/** With more lines than this, only the lines in view are drawn. */
const WINDOW_FROM = 300;

/** A search in the tree and its current hit. The tree opens the branches of the current hit and scrolls to it. */
export interface JsonTreeFind {
  /** Matches the text; it has the flag g. */
  readonly pattern: RegExp;
  readonly current: JsonHit | null;
}

interface JsonTreeProps {
  value: Json;
  label: string;
  /** The maximum height as a CSS length; a number is in px. */
  maxHeight?: number | string;
  actions?: ReactNode;
  find?: JsonTreeFind | null;
}

export function JsonTree({ value, label, maxHeight = 420, actions, find = null }: JsonTreeProps) {
  const [open, setOpen] = useState(() => firstOpen(value));
  const [active, setActive] = useState('');
  const treeId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(value, open), [value, open]);
  const windowed = lines.length > WINDOW_FROM;
  const virtual = useVirtualizer({
    count: windowed ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });
  const activeIndex = Math.max(
    0,
    lines.findIndex((line) => line.pointer === active),
  );
  const lineId = (index: number) => `${treeId}-${index}`;

  const current = find?.current ?? null;
  useEffect(() => {
    if (!current) return;
    setOpen((known) => {
      const closed = ancestorsOf(current.pointer).filter((pointer) => !known.has(pointer));
      return closed.length === 0 ? known : new Set([...known, ...closed]);
    });
    setActive(current.pointer);
  }, [current]);
  // The lines have the hit after its branches are open.
  const currentIndex = current ? lines.findIndex(({ pointer }) => pointer === current.pointer) : -1;
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (currentIndex === -1) return;
    if (windowed) scrollToIndex(currentIndex, { align: 'center' });
    else document.getElementById(`${treeId}-${currentIndex}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [currentIndex, windowed, treeId, scrollToIndex]);

  const toggle = (pointer: string, wanted?: boolean) =>
    setOpen((known) => {
      const next = new Set(known);
      if (wanted ?? !next.has(pointer)) next.add(pointer);
      else next.delete(pointer);
      return next;
    });
  const moveTo = (index: number) => {
    const line = lines[Math.min(lines.length - 1, Math.max(0, index))];
    if (!line) return;
    setActive(line.pointer);
    const at = lines.indexOf(line);
    if (windowed) virtual.scrollToIndex(at);
    else document.getElementById(lineId(at))?.scrollIntoView?.({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[activeIndex];
    if (!line) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(activeIndex + 1),
      ArrowUp: () => moveTo(activeIndex - 1),
      Home: () => moveTo(0),
      End: () => moveTo(lines.length - 1),
      ArrowRight: () => (line.size && !line.open ? toggle(line.pointer, true) : moveTo(activeIndex + 1)),
      ArrowLeft: () =>
        line.open
          ? toggle(line.pointer, false)
          : moveTo(lines.findIndex((candidate) => candidate.pointer === (line.parent ?? ''))),
      Enter: () => line.size && toggle(line.pointer),
      ' ': () => line.size && toggle(line.pointer),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const draw = (line: JsonLine, index: number) => (
    <JsonTreeLine
      key={line.pointer}
      id={lineId(index)}
      line={line}
      active={index === activeIndex}
      find={find}
      onPick={() => {
        setActive(line.pointer);
        if (line.size) toggle(line.pointer);
      }}
    />
  );
  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <span>{label}</span>
        <BarButton title="Open all" icon={IconArrowsDiagonal} onClick={() => setOpen(allOpen(value))} />
        <BarButton title="Close all" icon={IconArrowsDiagonalMinimize2} onClick={() => setOpen(new Set(['']))} />
        {actions}
      </div>
      <div
        ref={scroller}
        className={styles.tree}
        style={{ maxHeight }}
        role="tree"
        aria-label={label}
        tabIndex={0}
        aria-activedescendant={lineId(activeIndex)}
        onKeyDown={onKeyDown}
      >
        {windowed ? (
          <LinesInView virtual={virtual}>
            {virtual.getVirtualItems().map(({ index }) => {
              const line = lines[index];
              return line ? draw(line, index) : null;
            })}
          </LinesInView>
        ) : (
          lines.map(draw)
        )}
      </div>
    </div>
  );
}

interface BarButtonProps {
  title: string;
  icon: typeof IconArrowsDiagonal;
  onClick: () => void;
}

function BarButton({ title, icon: Icon, onClick }: BarButtonProps) {
  return (
    <Tooltip label={title}>
      <ActionIcon size="sm" aria-label={title} onClick={onClick}>
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface InViewProps {
  virtual: Virtualizer<HTMLDivElement, Element>;
  children: ReactNode;
}

/** Draws the lines in view at their place within the height of all lines. */
function LinesInView({ virtual, children }: InViewProps) {
  const top = virtual.getVirtualItems()[0]?.start ?? 0;
  return (
    <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="none">
      <div style={{ position: 'absolute', top: 0, transform: `translateY(${top}px)` }} role="none">
        {children}
      </div>
    </div>
  );
}

const kindOf = (line: JsonLine): string | undefined =>
  line.size !== null
    ? styles.size
    : typeof line.value === 'string'
      ? styles.string
      : typeof line.value === 'number'
        ? styles.number
        : styles.literal;

interface JsonTreeLineProps {
  id: string;
  line: JsonLine;
  active: boolean;
  find: JsonTreeFind | null;
  onPick: () => void;
}

function JsonTreeLine({ id, line, active, find, onPick }: JsonTreeLineProps) {
  return (
    // The tree handles the keyboard (aria-activedescendant); a line only needs the pointer.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={line.depth + 1}
      aria-posinset={line.index + 1}
      aria-setsize={line.siblings}
      aria-selected={active}
      {...(line.size ? { 'aria-expanded': line.open } : {})}
      className={`${styles.line} ${active ? styles.active : ''}`}
      style={{ paddingLeft: 6 + line.depth * 16, height: LINE_PX }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      onKeyDown={() => {}}
    >
      <span className={styles.twist} aria-hidden>
        {line.size ? (line.open ? '▾' : '▸') : ''}
      </span>
      {line.name === null ? null : (
        <span className={styles.name}>
          <Found text={line.name} part="name" line={line} find={line.isIndex ? null : find} />:{' '}
        </span>
      )}
      <span className={kindOf(line)}>
        <Found text={previewOf(line.value)} part="value" line={line} find={line.size === null ? find : null} />
      </span>
    </div>
  );
}

interface FoundProps {
  text: string;
  part: JsonHit['part'];
  line: JsonLine;
  find: JsonTreeFind | null;
}

/** A name or a value, with the found text marked. */
function Found({ text, part, line, find }: FoundProps) {
  if (!find) return text;
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(find.pattern)) {
    const { current } = find;
    const isCurrent = current?.pointer === line.pointer && current.part === part && current.at === index;
    pieces.push(
      text.slice(end, index),
      <mark key={index} className={styles.found} data-current={isCurrent || undefined}>
        {found}
      </mark>,
    );
    end = index + found.length;
  }
  return [...pieces, text.slice(end)];
}
