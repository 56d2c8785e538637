/**
 * The history of the router. The hash holds the page and its parameters, and the query of the document's address names the connection of the window
 * (ipc/window-connection.ts). The router's own hash history would mix the two.
 */
import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';

export function createHashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation() {
      const href = window.location.hash.slice(1) || '/';
      const [pathname = '/'] = href.split('?', 1);
      // An address that a person types has no state.
      const state = window.history.state ?? { __TSR_index: 0, __TSR_key: href, key: href };
      return { href, pathname, search: href.slice(pathname.length), hash: '', state };
    },
    createHref: (href) => `${window.location.pathname}${window.location.search}#${href}`,
  });
}
