/** A link to a page of the console: `<PageLink to="/traffic" search={{ id }}>`. */
import { Anchor } from '@mantine/core';
import { createLink, type LinkComponent } from '@tanstack/react-router';

const RouterAnchor = createLink(Anchor<'a'>);

export const PageLink: LinkComponent<typeof Anchor<'a'>> = (props) => (
  // Mark a link as current only when it equals the whole address.
  <RouterAnchor activeOptions={{ exact: true }} activeProps={{}} {...props} />
);
