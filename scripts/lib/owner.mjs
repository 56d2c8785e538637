/** Whose application a release is: the values in resources/owner.json, which a fork replaces before its first tag. */
import { readFileSync } from 'node:fs';
import { inProject } from './project.mjs';
import { isPublicKey } from './signed-list.mjs';

export const readOwner = () => JSON.parse(readFileSync(inProject('resources', 'owner.json'), 'utf8'));

/** Names the values that still belong to nobody: `example` is the first word of the id, or the last of a host. */
export function placeholdersIn({ appId, homepage, author, updates }) {
  const isSet = {
    appId: /^(?!example\.)[a-z][\w-]*(\.[\w-]+)+$/i.test(appId),
    homepage: isRealHost(hostOf(homepage)),
    'author.email': isRealHost(author.email.split('@')[1] ?? ''),
    'updates.url': isRealHost(hostOf(updates.url)),
    'updates.publicKey': isPublicKey(updates.publicKey),
  };
  return Object.keys(isSet).filter((name) => !isSet[name]);
}

const hostOf = (address) => (URL.parse(address)?.protocol === 'https:' ? new URL(address).hostname : '');

const isRealHost = (host) => host.includes('.') && !/(^|\.)example(\.(com|net|org))?$/i.test(host);
