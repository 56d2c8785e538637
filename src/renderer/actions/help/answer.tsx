/** The popover of a "What is this?" button. */
import { Popover } from '@mantine/core';
import { useAudience } from '../../ipc/current.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import { ButtonPopover } from '../../ui/button-popover.tsx';
import { onLink } from '../../ui/use-link-popover.ts';
import type { PopoverPlace } from '../../ui/use-popover-button.ts';
import { RichText } from '../document/document-view.tsx';
import styles from './answer.module.css';
import { partOf } from './help.ts';

interface Props {
  place: PopoverPlace;
  part: string;
  leadsOn: boolean;
}

export function Answer({ place, part: id, leadsOn }: Props) {
  const found = partOf(id, useAudience());
  if (found === null) throw new Error(`The help has no part ${id}.`);
  const { part, isOwn } = found;
  return (
    <ButtonPopover place={place} position="bottom-start" width={340} shadow="md" withArrow trapFocus returnFocus>
      <Popover.Dropdown
        className={styles.answer}
        tabIndex={-1}
        data-autofocus
        // Escape closes only this, not the dialog around it.
        data-mantine-stop-propagation
        onClick={onLink(() => place.onChange(false))}
      >
        <strong>{part.title}</strong>
        {part.blocks.map((block, at) =>
          block.kind === 'text' ? (
            <p key={at}>
              <RichText text={block.text} linksPlaces={leadsOn} />
            </p>
          ) : null,
        )}
        {leadsOn && isOwn ? (
          <PageLink to="/help" search={{ topic: part.topic, part: part.id }} size="sm">
            More in Help
          </PageLink>
        ) : null}
      </Popover.Dropdown>
    </ButtonPopover>
  );
}
