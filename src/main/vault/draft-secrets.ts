/** Keeps the secrets of the file that a person read last, until a connection takes them. The page gets a reference to each instead. */
import { randomUUID } from 'node:crypto';
import { ADDRESS_KEYS } from '../../shared/connection/account.ts';
import { checkAddresses } from '../../shared/connection/connection-input.ts';
import type { Addresses, NewConnection } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Secret } from './secret.ts';

/** A client secret in a file, and the addresses in the same file to which the secret and its token may be sent. */
export interface DraftSecret {
  readonly secret: Secret;
  readonly addresses: Partial<Addresses>;
}

const PREFIX = 'secret-in-file:';

/** Whether a text only refers to a secret in a file. */
export const isSecretReference = (text: string): boolean => text.startsWith(PREFIX);

export class DraftSecrets {
  #kept: { readonly reference: string; readonly found: DraftSecret }[] = [];

  /** Replaces the kept secrets. Returns a reference to each; `null` stays. */
  keep(secrets: readonly (DraftSecret | null)[]): (string | null)[] {
    const kept = secrets.map((found) => found && { reference: `${PREFIX}${randomUUID()}`, found });
    this.#kept = kept.filter((one) => one !== null);
    return kept.map((one) => one?.reference ?? null);
  }

  forget(): void {
    this.#kept = [];
  }

  /** Puts the secrets in the place of their references. A secret goes only to the addresses of its file; any other reference stays. */
  fill({ addresses, openApi, applications, ...input }: NewConnection): NewConnection {
    const { addresses: typed } = checkAddresses(addresses);
    const filled = <Client extends { clientSecret: string }>(client: Client, api: Api): Client => {
      const kept = this.#kept.find(({ reference }) => reference === client.clientSecret)?.found;
      const isSame = Object.values(ADDRESS_KEYS[api]).every((key) => kept?.addresses[key] === typed[key]);
      return kept && isSame ? { ...client, clientSecret: kept.secret.reveal() } : client;
    };
    return {
      ...{ ...input, addresses, openApi: openApi && filled(openApi, 'openApi') },
      applications: applications.map((one) => filled(one, 'booking')),
    };
  }
}
