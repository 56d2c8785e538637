/** The network of a company: its proxy, whose password is write-only, and its authorities. */
import { z } from 'zod';
import { MAX_CHARACTERS, MAX_ENTRIES } from '../model/bounds.ts';
import { NetworkState, Route } from '../model/network.ts';
import { event, mutation, Nothing, query } from './define.ts';

export const network = {
  state: query(Nothing, NetworkState),
  /** The ways to the hosts of all connections. Asks the system; sends nothing. */
  routes: query(Nothing, z.array(Route).max(MAX_ENTRIES.page)),
  /** Keeps the name and password for a proxy. AppError `invalidInput` when it does not ask for them. */
  signIn: mutation(
    z.strictObject({
      /** The proxy, as `host:port`, that the person saw. */
      proxy: z.string().min(1).max(MAX_CHARACTERS.line),
      name: z.string().min(1).max(MAX_CHARACTERS.name),
      password: z.string().min(1).max(MAX_CHARACTERS.line),
    }),
    NetworkState,
  ),
  /** Forgets the password for the proxy. Connections that are open stay open until they end. */
  signOut: mutation(Nothing, NetworkState),
  onChanged: event(NetworkState),
};
