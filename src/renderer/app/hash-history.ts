/** The router's history in the hash. The router's own hash history would mix it with the document's query, which names the window's connection. */
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
