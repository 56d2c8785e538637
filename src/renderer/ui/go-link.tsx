/** A link to another page of the console. */
import { Anchor, type AnchorProps } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { type Destinations, hrefOf, type Page, useGo } from './navigation.ts';

export function GoLink<P extends Page>({
  page,
  search,
  children,
  label,
  ...rest
}: {
  page: P;
  search?: Destinations[P];
  children: ReactNode;
  /** Accessible name, where the visible text does not say where it goes. */
  label?: string;
} & Omit<AnchorProps, 'children'>) {
  const go = useGo();
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(page, search);
  };
  return (
    <Anchor href={hrefOf(page, search)} onClick={follow} {...(label ? { 'aria-label': label } : {})} {...rest}>
      {children}
    </Anchor>
  );
}
