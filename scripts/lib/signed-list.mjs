/** Signs the lists of versions that the app reads (`latest.yml`): an Ed25519 signature in their last line, a comment of YAML. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

const MARK = '# Ed25519 ';

const publicText = (key) => key.export({ format: 'der', type: 'spki' }).toString('base64');

/** Whether a text is the public key of an owner: SPKI in base64. */
export function isPublicKey(text) {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && publicText(key) === text;
  } catch {
    return false;
  }
}

/** A new pair: the private key as PEM, the public key as in resources/owner.json. */
export function makeKeys() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: publicText(publicKey),
  };
}

/** The public key of a private one, to compare with the owner's. */
export const publicKeyOf = (privateKey) => publicText(createPublicKey(createPrivateKey(privateKey)));

/** The list with its signature; an earlier signature is replaced. `staged`: only this percentage of computers is told, 1 to 100. */
export function signList(text, privateKey, staged = 100) {
  const lines = text.split('\n').filter((line) => !line.startsWith(MARK) && !line.startsWith('stagingPercentage:'));
  const list = `${lines.join('\n').trimEnd()}\n${staged < 100 ? `stagingPercentage: ${staged}\n` : ''}`;
  return `${list}${MARK}${sign(null, Buffer.from(list), createPrivateKey(privateKey)).toString('base64')}\n`;
}
