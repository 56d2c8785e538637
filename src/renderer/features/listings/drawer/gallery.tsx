/** The pictures of a listing: a large one, and the others as thumbnails. The left and right arrow keys change the large picture. */
import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { PictureRef } from '../../../../shared/model/field.ts';
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts';
import { PictureFrame } from '../../../ui/picture-frame.tsx';
import classes from './drawer.module.css';

export function Gallery({ pictures, title }: { pictures: readonly PictureRef[]; title: string }) {
  const [chosen, setChosen] = useState(0);
  const shownIndex = Math.min(chosen, pictures.length - 1);
  const picture = pictures[shownIndex];
  if (!picture) return null;
  const move = (step: number) => setChosen((shownIndex + step + pictures.length) % pictures.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') move(-1);
    else if (event.key === 'ArrowRight') move(1);
    else return;
    event.preventDefault();
  };
  const hasSeveral = pictures.length > 1;
  return (
    <section aria-label="Pictures" onKeyDown={hasSeveral ? onKeyDown : undefined}>
      <div className={classes.large}>
        <PictureFrame src={picture.src} alt={picture.caption ?? `${title}, picture ${shownIndex + 1}`} ratio={2} />
        {hasSeveral ? (
          <>
            <ActionIcon
              className={classes.previous ?? ''}
              variant="default"
              aria-label="Previous picture"
              onClick={() => move(-1)}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              className={classes.next ?? ''}
              variant="default"
              aria-label="Next picture"
              onClick={() => move(1)}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </>
        ) : null}
        <div className={classes.caption} role="status">
          {picture.caption ? <span>{picture.caption}</span> : <span />}
          {hasSeveral ? (
            <span className="lk-num">
              {shownIndex + 1} of {pictures.length}
            </span>
          ) : null}
        </div>
      </div>
      {hasSeveral ? (
        <div className={classes.strip}>
          {pictures.map((other, index) => (
            <button
              key={other.src}
              type="button"
              className={classes.thumb}
              aria-label={`Picture ${index + 1}${other.caption ? `: ${other.caption}` : ''}`}
              aria-current={index === shownIndex}
              onClick={() => setChosen(index)}
            >
              <PictureFrame src={other.src} alt="" ratio={4 / 3} width={66} />
            </button>
          ))}
        </div>
      ) : null}
    </section>
  );
}
