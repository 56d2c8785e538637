/** A small button beside a word or a number, which opens the paragraph of the help about it. */
import { ActionIcon } from '@mantine/core';
import { Suspense } from 'react';
import { IconHelpCircle } from '../../ui/icons.ts';
import { later } from '../../ui/later.tsx';
import { usePopoverButton } from '../../ui/use-popover-button.ts';

const Answer = later(() => import('./answer.tsx').then((module) => module.Answer));

interface Props {
  /** The id of the paragraph's heading: "before-fees" (docs/help-words.md and the like). */
  part: string;
  /** The name of the thing, for a screen reader. */
  about: string;
  /** Whether the answer links to the help page. False where a person must not leave the page: at the first start and in dialogs. */
  leadsOn?: boolean;
}

export function WhatIsThis({ part, about, leadsOn = true }: Props) {
  const { attributes, place } = usePopoverButton('dialog');
  return (
    <>
      <ActionIcon {...attributes} size="sm" aria-label={`What is this? ${about}`}>
        <IconHelpCircle size={16} aria-hidden />
      </ActionIcon>
      <Suspense fallback={null}>{place ? <Answer place={place} part={part} leadsOn={leadsOn} /> : null}</Suspense>
    </>
  );
}
