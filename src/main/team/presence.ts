/** The list of the desktops of a team: each desktop stores a sealed record about itself in the engine, and reads the records of the others. */
import { z } from 'zod';
import { TeamMember } from '../../shared/model/team.ts';
import { jsonOrNull } from '../../shared/text/json-or-null.ts';
import { type Engine, scriptOf } from './engine.ts';
import { listOf, readReply } from './script-reply.ts';
import type { TeamKey } from './team-key.ts';

/** The maximum number of desktops in the list; a team has at most a hundred. */
const MAX_DESKTOPS = 200;

/** The record of a desktop about itself. */
const Said = TeamMember.pick({ person: true, requests: true, queued: true });
type Said = z.infer<typeof Said>;

export interface Present extends Said {
  /** The keyed name of the desktop. */
  readonly id: string;
  readonly seenAgoMs: number;
}

const Reply = listOf(z.tuple([z.string().max(100), z.number().nonnegative(), z.string().max(10_000)]), MAX_DESKTOPS);

/** ARGV: the desktop's name, its sealed record ('' to leave). Returns name, age and record of each desktop as JSON; deletes records older than a day. */
const PRESENCE_SCRIPT = scriptOf(`
local who = KEYS[1]
local desktop, sealed = ARGV[1], ARGV[2]
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
if sealed == '' then redis.call('HDEL', who, desktop) else redis.call('HSET', who, desktop, string.format('%d ', now) .. sealed) end
local present, all = {}, redis.call('HGETALL', who)
for i = 1, #all, 2 do
  local at, line = string.match(all[i + 1], '^(%d+) (.*)$')
  local age = math.max(0, now - tonumber(at))
  if age > 86400000 then redis.call('HDEL', who, all[i])
  elseif #present < ${MAX_DESKTOPS} then present[#present + 1] = { all[i], age, line } end
end
redis.call('PEXPIRE', who, 86400000)
return cjson.encode(present)
`);

export interface PresenceOptions {
  readonly engine: Pick<Engine, 'evaluate'>;
  readonly team: string;
  readonly key: TeamKey;
  /** The keyed name of this desktop. */
  readonly desktop: string;
}

export class Presence {
  readonly #options: PresenceOptions;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Stores what this desktop does. Returns all desktops, and the number of records that cannot be read. Rejects without the engine. */
  async say(said: Said): Promise<{ readonly present: readonly Present[]; readonly unreadable: number }> {
    const { key, desktop } = this.#options;
    const record = { generation: 1, expiresAt: Number.MAX_SAFE_INTEGER, value: JSON.stringify(said) };
    const lines = readReply(Reply, await this.#call(key.seal(lineOf(desktop), record)));
    const present = lines.flatMap(([id, seenAgoMs, line]): Present[] => {
      const opened = key.open(lineOf(id), line, { seen: 0, now: 0 });
      const other = 'record' in opened ? Said.safeParse(jsonOrNull(opened.record.value)).data : undefined;
      return other ? [{ id, seenAgoMs, ...other }] : [];
    });
    return { present, unreadable: lines.length - present.length };
  }

  async leave(): Promise<void> {
    await this.#call('');
  }

  #call(sealed: string): Promise<unknown> {
    const { engine, team, desktop } = this.#options;
    return engine.evaluate(PRESENCE_SCRIPT, [whoKey(team)], [desktop, sealed]);
  }
}

/** Returns the engine's key for the list of present desktops. */
export const whoKey = (team: string): string => `lk1:{${team}}:who`;
const lineOf = (desktop: string): string => `who:${desktop}`;
