/** No answer came: the name does not resolve, the connection fails, is closed or times out. */
import { type FailedPart, failedPartOf, NO_ANSWER } from '../facts/network-errors.ts';
import type { Failure } from '../failure.ts';
import { allOf, type Rule, say } from '../rule.ts';

const REASONS: Partial<Record<FailedPart, string>> = {
  name: 'The name of the host does not resolve.',
  refused: 'The connection was refused.',
  route: 'There is no route to the host.',
  offline: 'The machine was offline.',
  timeout: 'The connection or the answer timed out.',
  closed: 'The connection was closed before the answer came.',
};

/** Whether a network error names a reason. An error without a reason may also come from an aborted request or a browser's refusal. */
const isNamed = ({ code, message }: NonNullable<Failure['networkError']>): boolean =>
  code !== null || (message !== NO_ANSWER && /[a-z]{3}/i.test(message));

export const rule: Rule = {
  cause: 'networkFailure',
  title: 'The network failed before an answer came',
  source: 'service.md §8.1 (other failures)',
  confirm: { text: 'Open the same host from the same machine, and from another network.', cost: 'request' },
  remedy: ({ failure, address }) =>
    failure.method !== null && failure.method !== 'GET'
      ? `Check that ${address.host ?? 'the host'} is spelt right and reachable. Whether the request had its effect is not known: look before it is sent again.`
      : `Check that ${address.host ?? 'the host'} is spelt right and reachable from this machine (name server, firewall, VPN), then send the request again. The token is not the reason.`,
  weigh: ({ status, failure: { networkError } }) => {
    if (networkError === null || status !== null) return null;
    const { lost } = failedPartOf(networkError);
    // The client refused its own header: nothing was sent.
    if (lost === 'header') return null;
    const reason = REASONS[lost];
    // A name that does not resolve may also be that of another environment.
    const shown =
      lost === 'name'
        ? [say.strong(reason ?? ''), say.moderate('No server was asked.')]
        : [
            reason || lost !== 'other'
              ? say.decisive(reason ?? 'There was no answer.')
              : isNamed(networkError)
                ? say.strong('There was no answer.')
                : say.weak('There was no answer, and no error that says why.'),
          ];
    return allOf(
      shown,
      networkError.code !== null && say.known(`The client reports ${networkError.code.slice(0, 60)}.`),
      lost === 'tls' && [
        say.against('The host was reached; the encryption failed.'),
        say.unlikely('Its certificate is the reason.'),
      ],
      lost === 'proxy' && [say.against('The proxy is the reason.'), say.unlikely('The host itself was not tried.')],
    );
  },
};
