/** Answers hosts that ask main for a certificate of this computer. The person chooses one for a host, or none, once in each run of the app. */
import type { Certificate } from 'electron';
import type { Choose } from '../platform/ports.ts';

/** The maximum number of offered certificates; a message box has no room for more. */
const MAX_OFFERED = 4;
const MAX_NAME = 40;

export class ClientCertificates {
  readonly #choose: Choose;
  readonly #chosen = new Map<string, Promise<string | null | undefined>>();

  constructor(choose: Choose) {
    this.#choose = choose;
  }

  /**
   * Returns the certificate for `asked`, a host as Chromium names it (`host:port`); `null` when none is chosen. Simultaneous requests share a
   * question.
   */
  async certificateFor(asked: string, certificates: readonly Certificate[]): Promise<Certificate | null> {
    const host = asked.includes('://') ? new URL(asked).host : asked;
    const chosen = this.#chosen.get(host) ?? this.#ask(host, certificates);
    this.#chosen.set(host, chosen);
    const fingerprint = await chosen;
    // Only what the person answered holds; the question may not have been shown.
    if (fingerprint === undefined) this.#chosen.delete(host);
    return certificates.find((one) => one.fingerprint === fingerprint) ?? null;
  }

  async #ask(host: string, certificates: readonly Certificate[]): Promise<string | null | undefined> {
    const offered = certificates.slice(0, MAX_OFFERED);
    if (offered.length === 0) return undefined;
    const index = await this.#choose({
      title: 'Show a certificate?',
      message: `${host} asks for a certificate of this computer.`,
      detail: `The certificate tells it who you are. Choose one only if your administrator says so. The choice holds until the app quits.${certificates.length > MAX_OFFERED ? ` ${certificates.length - MAX_OFFERED} more certificates are not offered here.` : ''}`,
      options: offered.map(labelOf),
      none: 'No certificate',
    });
    return typeof index === 'number' ? (offered[index]?.fingerprint ?? null) : index;
  }
}

const labelOf = ({ subjectName, issuerName }: Certificate): string =>
  `${subjectName.slice(0, MAX_NAME)} (from ${issuerName.slice(0, MAX_NAME)})`;
