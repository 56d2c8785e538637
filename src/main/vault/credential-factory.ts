/** Makes credentials: encrypts the client secret, and sets a new identity when the client ID, the secret or the token address changes. */
import type { BookingOption } from '../../shared/model/connection.ts';
import type { Api } from '../../shared/model/primitives.ts';
import type { Clock, Random } from '../platform/ports.ts';
import type { Owner, SecretCipher } from './secret-cipher.ts';
import type { VaultCredential } from './vault-state.ts';

export const OPEN_API_LABEL = 'Open API';

export interface CredentialParts {
  readonly api: Api;
  readonly label: string;
  readonly bookingOption: BookingOption | null;
  readonly clientId: string;
  readonly secret: string;
}

export class CredentialFactory {
  readonly #deps: { readonly secretCipher: SecretCipher; readonly random: Random; readonly clock: Clock };

  constructor(deps: { readonly secretCipher: SecretCipher; readonly random: Random; readonly clock: Clock }) {
    this.#deps = deps;
  }

  /** A credential without a token. A replacement keeps `id` and the generation of `before`. */
  async make(parts: CredentialParts, owner: Owner, id?: string, before?: VaultCredential): Promise<VaultCredential> {
    return {
      id: id ?? this.#deps.random.id(),
      api: parts.api,
      label: parts.label,
      clientId: parts.clientId,
      bookingOption: parts.bookingOption,
      identity: this.#deps.random.id(),
      lastGeneration: before?.lastGeneration ?? 0,
      secret: await this.#deps.secretCipher.encrypt(parts.secret, owner),
      secretSetAt: this.#deps.clock.now(),
      token: null,
      spareSecrets: [],
    };
  }

  /** The credential with a new identity. Its token is discarded, because it belongs to the old identity. */
  withNewIdentity(credential: VaultCredential): VaultCredential {
    return { ...credential, identity: this.#deps.random.id(), token: null };
  }

  /** The credential without its secret and the token that was issued for it. */
  withoutSecret(credential: VaultCredential): VaultCredential {
    return { ...this.withNewIdentity(credential), secret: null, secretSetAt: null, spareSecrets: [] };
  }

  async withSecret(credential: VaultCredential, secret: string, owner: Owner): Promise<VaultCredential> {
    const { clientId, api, label, bookingOption } = credential;
    return this.make({ clientId, api, label, bookingOption, secret }, owner, credential.id, credential);
  }
}
