/** The address is not HTTPS (service.md §1.2: all requests use HTTPS). */
import { LOOPBACK } from '../facts/address.ts';
import { type Rule, say, stated } from '../rule.ts';

export const rule: Rule = {
  cause: 'notHttps',
  title: 'The address is not HTTPS',
  source: 'service.md §1.2, §3.9',
  confirm: { text: 'Send the same request to the https:// address.', cost: 'request' },
  remedy: () =>
    'Write https:// in the address. A token or a client secret that was sent over http:// was readable on the way: replace it.',
  weigh: ({ address, failure, isSuccess, status, header, surroundings: { text } }) => {
    // A request that is shown went where it says, unless a redirect led it there: another address of the text is not its own.
    const isOther =
      address.scheme === 'https:' && address.api !== null && text?.plainHttpPath.replace(/\/+$/, '') !== address.path;
    if (text?.plainHttp && !isSuccess && !isOther && address.scheme !== 'http:')
      return [
        stated(say.decisive(`The text names ${text.plainHttp}, and the service takes only https://.`)),
        ...(text.browserRefusal ? [say.strong('A page over https:// may not call it.')] : []),
        ...(isRedirect(status) ? [say.strong(`The answer (${status}) leads elsewhere.`)] : []),
      ];
    if (isSuccess || LOOPBACK.test(address.host ?? '')) return null;
    const location = header('location') ?? '';
    if (address.scheme !== 'http:')
      return isRedirect(status) && isSameAddress(failure.url, location)
        ? [
            say.decisive(
              `The answer (${status}) leads to the same address with https://, so the request was sent over http://.`,
            ),
          ]
        : null;
    const leads = /^https:/i.test(location);
    return [
      say.decisive('The address starts with http://, and the service takes only https://.'),
      ...(leads ? [say.moderate(`The answer (${status}) leads to the https:// address.`)] : []),
    ];
  },
};

const isRedirect = (status: number | null): boolean => status !== null && status >= 300 && status < 400;

/** Whether two addresses are equal without scheme, query and port. A reader that finds no scheme assumes https://. */
function isSameAddress(sent: string | null, location: string): boolean {
  const [from, to] = [sent ?? '', location].map((text) => (URL.canParse(text) ? new URL(text) : null));
  return !!from && to?.protocol === 'https:' && from.hostname === to.hostname && from.pathname === to.pathname;
}
