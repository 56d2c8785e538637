/** What npm would install from a package-lock.json without comparing it to a hash. */

/** Names of the entries without a SHA-512 hash. The entry '' is the project itself. */
export const entriesWithoutHash = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { integrity = '' }]) => path !== '' && !integrity.startsWith('sha512-'))
    .map(([path]) => path);
