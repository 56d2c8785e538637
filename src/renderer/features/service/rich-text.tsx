/** Draws a line of docs/service.md: code, emphasis, marks of provenance, and links to other sections. No text of the file becomes HTML. */
import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { SectionLink } from '../../actions/cited-text.tsx';
import styles from './service.module.css';

const MARKS: Readonly<Record<string, string>> = {
  spec: 'the interface specification',
  documented: 'public documentation',
  observed: 'public code and reports',
  inferred: 'follows from other facts',
  unknown: 'no source tells it',
};

const PARTS = /(`[^`]+`|\*\*[^*]+\*\*|_[^_]+_|\[[a-z]+\]|RFC \d+ §[\d.]*\d|§\d+(?:\.\d+)?)/;

export function RichText({ text }: { text: string }) {
  return text.split(PARTS).map((part, at) => <span key={at}>{drawn(part)}</span>);
}

function drawn(part: string): ReactNode {
  const inner = part.slice(1, -1);
  if (part.startsWith('`')) return <Code>{inner}</Code>;
  if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>;
  if (/^_.+_$/.test(part)) return <em>{inner}</em>;
  if (part.startsWith('§')) return <SectionLink number={part.slice(1)} />;
  const meaning = part.startsWith('[') ? MARKS[inner] : undefined;
  if (meaning === undefined) return part;
  return (
    <span className={styles.mark} data-mark={inner} title={meaning}>
      {inner}
    </span>
  );
}
