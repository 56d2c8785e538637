/** The teams of this desktop's connections: sets them up, invites, joins, leaves, and changes their keys. Without a team nothing is opened. */
import { randomBytes } from 'node:crypto';
import { AppError, invalidInput } from '../../shared/app-error.ts';
import { credentialsOf } from '../../shared/connection/account.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type {
  JoinedTeam,
  NewTeam,
  SavedInvitation,
  Team,
  TeamCheck,
  TeamMember,
  TeamState,
} from '../../shared/model/team.ts';
import { quotedName } from '../../shared/text/quoted-name.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import { isSpent } from '../../shared/token/issuance-slots.ts';
import { makeCertificate } from '../platform/certificate.ts';
import { Emitter } from '../platform/emitter.ts';
import type { Ask, Clock, Log, Subscribable } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import type { LocalBook } from '../tokens/issuance-book.ts';
import { SANDBOX_ID } from '../vault/sandbox-connection.ts';
import type { Vault } from '../vault/vault.ts';
import { checkEngine } from './check-engine.ts';
import type { DeriveKey } from './joining/derive-key.ts';
import {
  INVITATION_MS,
  INVITATION_PROBLEMS,
  type InvitationProblem,
  makeInvitation,
  openInvitation,
  type PublicConnection,
  publicOf,
} from './joining/invitation.ts';
import { MemberBook } from './member-book.ts';
import type { Membership, Memberships } from './membership.ts';
import { serverFile } from './server-file.ts';
import { addMember, newMember, newPassword, ownerOf, removeOthers, takeHalf } from './server-users.ts';
import { TeamKey } from './team-key.ts';
import { AWAY_MS, keyOf, type LinkDeps, TeamLink } from './team-link.ts';

export interface TeamsDeps extends Omit<LinkDeps, 'serviceClock' | 'onChanged'> {
  readonly memberships: Memberships;
  readonly vault: Pick<Vault, 'connection' | 'connectionOf' | 'snapshot' | 'changed'>;
  readonly clockOf: (connectionId: string) => Clock;
  /** Finds the connection that an invitation names, or makes it without client secrets. */
  readonly connect: (connection: PublicConnection) => Promise<Connection>;
  readonly ask: Ask;
  /** Whether the administrator's policies allow a host. */
  readonly mayReach: (host: string) => Promise<boolean>;
  readonly derive: DeriveKey;
  readonly log: Log;
  /** Resolves when a window shows its first page. Memberships are opened only afterwards. */
  readonly drawn: Promise<void>;
}

export class Teams {
  readonly #deps: TeamsDeps;
  readonly #books = new Set<MemberBook>();
  readonly #links = new Map<string, TeamLink>();
  readonly #opening = new Map<string, Promise<void>>();
  /** The half keys that servers returned once, by invitation, until the desktop has joined. */
  readonly #halves = new Map<string, string>();
  readonly #turns = new Map<string, Turns>();
  /** The connections of which the membership, or its absence, is known. */
  readonly #known = new Set<string>([SANDBOX_ID]);
  readonly #changed = new Emitter<TeamState>();
  readonly #stopVault: () => void;
  #isStopped = false;

  constructor(deps: TeamsDeps) {
    this.#deps = deps;
    this.#stopVault = deps.vault.changed.subscribe(() => this.#vaultChanged());
  }

  /** Emits the team of a connection when its server stops or begins to answer, and when its list of desktops changes. */
  get changed(): Subscribable<TeamState> {
    return this.#changed;
  }

  /** Opens the stored memberships once the first page is drawn. */
  async start(): Promise<void> {
    await this.#deps.drawn;
    for (const { id } of this.#deps.vault.snapshot().connections)
      if (!this.#isStopped)
        await this.#opened(id)?.catch((error: unknown) =>
          this.#deps.log.warn('a team could not be opened', { error: String(error) }),
        );
  }

  /** Makes the book of a credential, which follows its connection into a team and out of it. */
  bookOf(local: LocalBook): MemberBook {
    const { id } = this.#deps.vault.connectionOf(local.credentialId).connection;
    const book = new MemberBook(local, () => this.#opened(id));
    this.#books.add(book);
    this.#links.get(id)?.add(book);
    return book;
  }

  async state(connectionId: string): Promise<TeamState> {
    const membership = await this.#membershipOf(connectionId);
    return { connectionId, team: membership && (await this.#teamOf(connectionId, membership)) };
  }

  /** Begins to set up a team. Throws `hostNotConfirmed` unless the person agrees to the server, `invalidInput` for a shared connection, `sandboxConnection`. */
  async share({ connectionId, person, host, port, server }: NewTeam): Promise<TeamState> {
    const connection = this.#shareable(connectionId);
    if ((await this.#membershipOf(connectionId))?.isShared) throw alreadyShared();
    await this.#confirm(connection.name, host, port);
    return this.#inTurn(connectionId, () => this.#share({ connectionId, person, host, port, server }));
  }

  async #share({ connectionId, person, host, port, server }: NewTeam): Promise<TeamState> {
    const known = await this.#membershipOf(connectionId);
    if (known?.isShared) throw alreadyShared();
    const { clock, random, memberships } = this.#deps;
    const team = randomBytes(16).toString('hex');
    const own = server.kind === 'own' ? server : null;
    const made = own ? null : await makeCertificate({ now: clock.now(), name: 'Latchkey team', hosts: [host] });
    await memberships.put(connectionId, {
      ...{ team, person, machine: known?.machine ?? random.id(), isShared: false, invites: false },
      teamKey: TeamKey.generate().reveal().reveal(),
      serverKey: made?.key ?? null,
      door: {
        ...{ host, port, user: own?.user ?? ownerOf(team) },
        password: own?.password ?? newPassword(),
        ca: made?.cert ?? (own?.authority.trim() || null),
      },
    });
    this.#known.add(connectionId);
    return this.state(connectionId);
  }

  /** The text of the file that starts the server. Throws `notFound` for a server that the app does not set up. */
  async serverFile(connectionId: string): Promise<string> {
    const { team, door, serverKey } = await this.#requiredMembership(connectionId);
    if (serverKey === null || door.ca === null) throw new AppError('notFound', { what: 'A file for this server' });
    return serverFile({ team, port: door.port, owner: door, cert: door.ca, key: serverKey });
  }

  check(connectionId: string): Promise<TeamCheck> {
    return this.#inTurn(connectionId, () => this.#check(connectionId));
  }

  async #check(connectionId: string): Promise<TeamCheck> {
    const membership = await this.#requiredMembership(connectionId);
    const { open, clock, memberships } = this.#deps;
    const { findings, isRight, invites } = await checkEngine({ open, clock }, membership.door, membership.team);
    if (isRight && (!membership.isShared || membership.invites !== invites)) {
      const shared = { ...membership, isShared: true, invites, serverKey: null };
      await memberships.put(connectionId, shared);
      this.#open(connectionId, shared);
    }
    return { isShared: isRight || membership.isShared, findings };
  }

  /** Makes a user for one colleague and passes the invitation's text to `save`. Throws `teamServerFailed`, `notFound`. */
  invite(connectionId: string, save: (file: string) => Promise<string>): Promise<SavedInvitation> {
    return this.#inTurn(connectionId, () => this.#invite(connectionId, save));
  }

  async #invite(connectionId: string, save: (file: string) => Promise<string>): Promise<SavedInvitation> {
    const membership = await this.#requiredMembership(connectionId);
    const { derive, clock, random } = this.#deps;
    const { team, door } = membership;
    const member = newMember(team);
    const { newPassphrase } = await words();
    const passphrase = newPassphrase();
    const invited = { team, teamKey: keyOf(membership), connection: publicOf(this.#shareable(connectionId)) };
    const invitation = await makeInvitation(
      { derive, now: () => clock.now(), id: () => random.id() },
      { ...invited, door: { ...door, ...member } },
      passphrase,
    );
    const path = await addMember(this.#deps, membership, member, invitation, () => save(invitation.file));
    return { path, words: passphrase.reveal(), expiresAt: clock.now() + INVITATION_MS };
  }

  /** Joins the team of an invitation. Throws `invalidInput` with the path `file` or `passphrase`, `hostNotConfirmed`, `teamServerFailed`. */
  async join(file: string, typed: string, person: string): Promise<JoinedTeam> {
    const { derive, clock, random, connect, memberships, vault } = this.#deps;
    const { readPassphrase } = await words();
    const read = readPassphrase(typed);
    if ('problem' in read) throw invalidInput('passphrase', read.problem);
    const opened = await openInvitation({ derive, now: () => clock.now() }, file, read.passphrase);
    if ('problem' in opened) throw refused(opened.problem);
    const { door } = opened;
    await this.#confirm(
      'a colleague’s connection',
      door.host,
      door.port,
      'If you have this connection already, the team’s limits and quotas replace yours.',
    );
    const half = this.#halves.get(opened.id) ?? (await takeHalf(this.#deps, door, opened.id));
    if (half !== null) this.#halves.set(opened.id, half);
    const invited = opened.join(half);
    if ('problem' in invited) throw refused(invited.problem);
    const { id } = await connect(invited.connection);
    const membership: Membership = {
      ...{ team: invited.team, person, machine: random.id(), door, isShared: true, invites: false, serverKey: null },
      teamKey: invited.teamKey.reveal().reveal(),
    };
    await this.#inTurn(id, async () => {
      await memberships.remove(id);
      await memberships.put(id, membership);
      this.#open(id, membership);
    });
    this.#halves.delete(opened.id);
    return {
      connectionId: id,
      needsSecrets: credentialsOf(vault.connection(id)).some(({ secret }) => secret === 'missing'),
    };
  }

  leave(connectionId: string): Promise<TeamState> {
    return this.#inTurn(connectionId, () => this.#leave(connectionId));
  }

  async #leave(connectionId: string): Promise<TeamState> {
    // Before the membership is removed, so that no claim opens it meanwhile.
    this.#known.add(connectionId);
    this.#close(connectionId);
    await this.#deps.memberships.remove(connectionId);
    this.#changed.emit({ connectionId, team: null });
    return { connectionId, team: null };
  }

  /** Changes the team's key and deletes the other members' users. Throws `teamServerFailed`, `notFound`. */
  rotate(connectionId: string): Promise<TeamState> {
    return this.#inTurn(connectionId, () => this.#rotate(connectionId));
  }

  async #rotate(connectionId: string): Promise<TeamState> {
    const membership = await this.#requiredMembership(connectionId);
    await removeOthers(this.#deps, membership);
    const changed = { ...membership, teamKey: TeamKey.generate().reveal().reveal() };
    await this.#deps.memberships.put(connectionId, changed);
    this.#open(connectionId, changed);
    return this.state(connectionId);
  }

  /** Ends the waiting claims, which must not go on without their teams while the app quits. */
  stop(): void {
    this.#isStopped = true;
    for (const book of this.#books) book.stop();
  }

  /** Reports the last requests to the servers and leaves them. */
  close(): void {
    this.stop();
    this.#stopVault();
    for (const connectionId of [...this.#links.keys()]) this.#close(connectionId);
  }

  /** Opens a stored membership; `null` when it is known already. The next call repeats a failed opening. Throws `cancelled` while the app quits. */
  #opened(connectionId: string): Promise<void> | null {
    if (this.#isStopped) throw new AppError('cancelled', {});
    if (this.#known.has(connectionId)) return null;
    if (!this.#deps.memberships.has(connectionId)) {
      this.#known.add(connectionId);
      return null;
    }
    const known = this.#opening.get(connectionId);
    if (known) return known;
    const opening = this.#openStored(connectionId).finally(() => this.#opening.delete(connectionId));
    this.#opening.set(connectionId, opening);
    return opening;
  }

  async #openStored(connectionId: string): Promise<void> {
    await this.#deps.drawn;
    const membership = await this.#deps.memberships.of(connectionId);
    if (membership) await this.#checkAllowed(membership.door.host);
    if (this.#isStopped || this.#known.has(connectionId)) return;
    if (membership?.isShared) this.#open(connectionId, membership);
    this.#known.add(connectionId);
  }

  #open(connectionId: string, membership: Membership): void {
    this.#close(connectionId);
    this.#known.add(connectionId);
    const onChanged = (): void =>
      void this.#publish(connectionId).catch((error: unknown) =>
        this.#deps.log.warn('the state of a team is not shown', { error: String(error) }),
      );
    const deps = { ...this.#deps, serviceClock: this.#deps.clockOf(connectionId), onChanged };
    this.#links.set(connectionId, new TeamLink(deps, connectionId, membership, this.#booksOf(connectionId)));
  }

  async #publish(connectionId: string): Promise<void> {
    const link = this.#links.get(connectionId);
    if (!link) return;
    const team = await this.#teamOf(connectionId, link.membership);
    if (this.#links.get(connectionId) === link) this.#changed.emit({ connectionId, team });
  }

  /** Runs the changes of a connection's membership one after the other, so that no change overwrites another. */
  #inTurn<Result>(connectionId: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#turns.get(connectionId) ?? new Turns();
    this.#turns.set(connectionId, turns);
    return turns.run(work);
  }

  #close(connectionId: string): void {
    this.#links.get(connectionId)?.close();
    this.#links.delete(connectionId);
  }

  #booksOf(connectionId: string): MemberBook[] {
    const connection = this.#deps.vault.snapshot().connections.find(({ id }) => id === connectionId);
    const ids = new Set(connection ? credentialsOf(connection).map(({ id }) => id) : []);
    return [...this.#books].filter(({ local }) => ids.has(local.credentialId));
  }

  #vaultChanged(): void {
    const { connections } = this.#deps.vault.snapshot();
    for (const id of [...this.#links.keys()]) if (!connections.some((it) => it.id === id)) this.#close(id);
    const credentials = new Set(connections.flatMap((it) => credentialsOf(it).map(({ id }) => id)));
    for (const book of this.#books) {
      if (credentials.has(book.local.credentialId)) continue;
      this.#books.delete(book);
      for (const link of this.#links.values()) link.remove(book);
    }
  }

  async #membershipOf(connectionId: string): Promise<Membership | null> {
    this.#deps.vault.connection(connectionId);
    await this.#opened(connectionId);
    const link = this.#links.get(connectionId);
    if (link) return link.membership;
    return this.#deps.memberships.has(connectionId) ? this.#deps.memberships.of(connectionId) : null;
  }

  async #requiredMembership(connectionId: string): Promise<Membership> {
    const membership = await this.#membershipOf(connectionId);
    if (membership) return membership;
    throw new AppError('notFound', { what: 'The team of this connection' });
  }

  #shareable(connectionId: string): Connection {
    if (connectionId === SANDBOX_ID) throw new AppError('sandboxConnection', {});
    return this.#deps.vault.connection(connectionId);
  }

  async #teamOf(connectionId: string, membership: Membership): Promise<Team> {
    const { person, door, isShared, invites, serverKey } = membership;
    const link = this.#links.get(connectionId);
    return {
      ...{ stage: isShared ? 'shared' : 'setup', person, invites },
      address: `${door.host}:${door.port}`,
      hasServerFile: serverKey !== null,
      link: link?.state ?? { state: 'connecting', since: this.#deps.clock.now(), problem: null },
      members: link ? await this.#membersOf(link) : [],
      tokens: this.#tokensOf(connectionId).length,
      warning: link?.warning ?? null,
    };
  }

  async #membersOf(link: TeamLink): Promise<TeamMember[]> {
    const present = await link.present();
    const tokens = this.#tokensOf(link.connectionId);
    return present
      .map(({ id, seenAgoMs, ...said }) => ({
        ...{ id, seenAgoMs, ...said, tokens: tokens.filter((token) => token.startsWith(`${id}.`)).length },
        ...{ isOwn: id === link.desktop, isPresent: seenAgoMs < AWAY_MS },
      }))
      .toSorted((one, other) => one.person.localeCompare(other.person, 'en') || one.id.localeCompare(other.id, 'en'));
  }

  /** The ids of the token requests of 24 hours that count. An id begins with the name of its desktop. */
  #tokensOf(connectionId: string): string[] {
    const now = this.#deps.clockOf(connectionId).now();
    return this.#booksOf(connectionId).flatMap(({ local }) =>
      local.issuances.filter((it) => isSpent(it) && now - it.at < DAY_MS).map(({ id }) => id),
    );
  }

  async #confirm(name: string, host: string, port: number, consequence = ''): Promise<void> {
    await this.#checkAllowed(host);
    const isAgreed = await this.#deps.ask({
      title: 'Share with a team',
      message: `Share the limits and tokens of ${quotedName(name)} over ${host}:${port}?`,
      detail: [
        'Tokens are sealed before they leave this computer; whoever runs this server sees counts and times only.',
        ...(consequence === '' ? [] : [consequence]),
        'Cancel unless you have just asked for this yourself.',
      ].join('\n\n'),
      confirm: 'Use this server',
      cancel: 'Cancel',
    });
    if (!isAgreed) throw new AppError('hostNotConfirmed', { hosts: [host] });
  }

  async #checkAllowed(host: string): Promise<void> {
    if (await this.#deps.mayReach(host)) return;
    const problem = `Your administrator does not allow the host “${host}”, so the team’s server is not used.`;
    throw new AppError('teamServerFailed', { problem });
  }
}

/** Loads the list of 2,048 words for passphrases. */
const words = () => import('./joining/passphrase.ts');
const alreadyShared = (): AppError => invalidInput('host', 'This connection is shared already. Leave its team first.');
const refused = (problem: InvitationProblem): AppError =>
  invalidInput(problem === 'wrongPassphrase' ? 'passphrase' : 'file', INVITATION_PROBLEMS[problem]);
