/** A link to a page of the console: `<PageLink to="/traffic" search={{ id }}>`. */
import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { Page, SearchOf } from './search.ts';

const RouterAnchor = createLink(Anchor<'a'>);

export const PageLink: LinkComponent<typeof Anchor<'a'>> = (props) => (
  // Mark a link as current only when it equals the whole address.
  <RouterAnchor activeOptions={{ exact: true }} activeProps={{}} {...props} />
);

/** A link as data: the page, its search parameters and the text. */
export type LinkTo = {
  readonly [P in Page]: { readonly to: `/${P}`; readonly search?: SearchOf<P>; readonly text: string };
}[Page];

export const TextLink = ({ link: { text, ...target }, ...anchor }: { link: LinkTo } & AnchorProps) => (
  // {@link LinkTo} checks that the page has these parameters.
  <PageLink {...(target as ComponentProps<typeof PageLink>)} {...anchor}>
    {text}
  </PageLink>
);
