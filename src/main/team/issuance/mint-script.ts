/** The script that stores a team's issuances, open token request and token (ADR 56). It uses ages, so that no two clocks need to agree. */
import { z } from 'zod';
import { IssuanceOutcome } from '../../../shared/model/token.ts';
import { scriptOf } from '../engine.ts';
import { listOf } from '../script-reply.ts';

/** How long a token request without an outcome prevents other requests, in ms: the longest wait for its answer, and a margin. */
const OPEN_MS = 35_000;
/** How long an engine that lost its data grants no request, in ms. Within this time, every connected desktop reports its issuances. */
const LEARNING_MS = 5_000;
/** The maximum number of issuances that one call reports or returns. A team makes fewer in two days. */
export const MAX_RECORDS = 200;

/** Returns the keys that the script uses for one quota. The braces around `team` put them into the same hash slot of a cluster. */
export const mintKeys = (team: string, quota: string): string[] => [`lk1:{${team}}:mint:${quota}`];

/** An issuance as the engine keeps it. `age`: ms since its request; `settledAge`: since its outcome. `cause`: sealed. */
const MintRecord = z.strictObject({
  id: z.string().max(100),
  age: z.number().nonnegative(),
  settledAge: z.number().nonnegative().nullable(),
  outcome: IssuanceOutcome,
  renewal: z.boolean(),
  cause: z.string().max(1_000),
});
export type MintRecord = z.infer<typeof MintRecord>;

/** The team's token. `print`: a keyed hash of it, by which desktops compare it without decrypting it. */
const MintToken = z.strictObject({
  generation: z.number().int().positive(),
  print: z.string().max(100),
  sealed: z.string().max(50_000),
});
export type MintToken = z.infer<typeof MintToken>;

/** A desktop's call of the script. Repeating the same call has no further effect. */
export interface MintCall {
  readonly desktop: string;
  /** The issuances that the caller's ledger knows. */
  readonly known: readonly MintRecord[];
  /** The request that the caller wants to send; absent in a mere report. `unwanted`: the prints of tokens that the caller does not accept instead. */
  readonly claim?: { readonly record: MintRecord; readonly unwanted: readonly string[] };
  readonly token?: MintToken & { readonly ttl: number };
  /** Whether the desktop leaves the team and gives up its spare slot. */
  readonly leaves?: true;
}

export const MintReply = z.strictObject({
  /** Whether the claimed request may be sent. It is then recorded as open. */
  goes: z.boolean(),
  /** How long to wait in ms, because another request is open or the engine collects reports after a loss; 0 otherwise. */
  wait: z.number().nonnegative(),
  /** Whether the caller has the spare slot, which one desktop may use while the engine does not answer. */
  spare: z.boolean(),
  records: listOf(MintRecord, 2 * MAX_RECORDS),
  /** The generation of the last token, also of one that has expired. */
  generation: z.number().int().nonnegative(),
  token: MintToken.nullish(),
});
export type MintReply = z.infer<typeof MintReply>;

/** The script that grants issuances. ARGV: the clock ('' for the engine's own), and a MintCall as JSON. Returns a MintReply as JSON. */
export const MINT_SCRIPT = scriptOf(`
local book = KEYS[1]
local ask = cjson.decode(ARGV[2])
local now = tonumber(ARGV[1])
if not now then
  local t = redis.call('TIME')
  now = t[1] * 1000 + math.floor(t[2] / 1000)
end
local DAY, RANK = 86400000, { sent = 0, lost = 1, confirmed = 2, refused = 2 }
local function get(field) return redis.call('HGET', book, field) or '' end
local function num(field) return tonumber(get(field)) or 0 end
local function set(...) redis.call('HSET', book, ...) end
local function stored(id)
  local text = redis.call('HGET', book, 'i:' .. id)
  return text and cjson.decode(text)
end
local function store(id, one) set('i:' .. id, cjson.encode(one)) end

if get('born') == '' then set('born', now) end

-- The union of what all ledgers know. The first instant of an issuance stays; an outcome that says more replaces one that says less.
local function merge(one)
  local before = stored(one.id)
  if before and RANK[before.outcome] >= RANK[one.outcome] then return end
  local settled = one.settledAge ~= cjson.null and now - one.settledAge or false
  store(one.id, { at = before and before.at or now - one.age, settled = settled, outcome = one.outcome, renewal = one.renewal, cause = one.cause })
end
for _, one in ipairs(ask.known) do merge(one) end

local token = ask.token
if token and token.ttl > 0 and token.generation > num('generation') then
  set('generation', token.generation, 'print', token.print, 'sealed', token.sealed, 'until', now + token.ttl)
end
local hasToken = num('until') > now

-- A request is open until its outcome is known, or until its answer can no longer come.
local open = get('open')
local opened = open ~= '' and stored(open)
if not opened or opened.outcome ~= 'sent' or now - opened.at >= ${OPEN_MS} then open, opened = '', nil end
local wait = 0
if opened then wait = math.max(1, opened.at + ${OPEN_MS} - now) end
if not opened and now - num('born') < ${LEARNING_MS} then wait = num('born') + ${LEARNING_MS} - now end

local goes = false
local claim = ask.claim
if claim then
  local id = claim.record.id
  local isWanted = hasToken
  for _, print in ipairs(claim.unwanted) do if print == get('print') then isWanted = false end end
  if open == id then goes, wait = true, 0
  elseif not stored(id) and wait == 0 and not isWanted then
    merge(claim.record)
    open, goes = id, true
  end
end
set('open', open)

-- One slot is kept for one desktop, which may use it without the engine for a day after its last call. It is passed on after two.
local spare = get('spare')
if ask.leaves then
  if spare == ask.desktop then redis.call('HDEL', book, 'spare') end
  spare = ''
elseif spare == '' or (spare ~= ask.desktop and now - num('spareAt') > 2 * DAY) then spare = ask.desktop end
if spare ~= '' and spare == ask.desktop then set('spare', spare, 'spareAt', now) end

local records, all = {}, redis.call('HGETALL', book)
for i = 1, #all, 2 do
  if string.sub(all[i], 1, 2) == 'i:' then
    local one = cjson.decode(all[i + 1])
    local age = math.max(0, now - one.at)
    if age > 5 * DAY then redis.call('HDEL', book, all[i])
    elseif age <= 2 * DAY and #records < ${MAX_RECORDS} then
      records[#records + 1] = { id = string.sub(all[i], 3), age = age, settledAge = one.settled and math.max(0, now - one.settled) or cjson.null,
        outcome = one.outcome == 'sent' and age >= ${OPEN_MS} and 'lost' or one.outcome, renewal = one.renewal, cause = one.cause }
    end
  end
end
redis.call('PEXPIRE', book, 5 * DAY)
return cjson.encode({ goes = goes, wait = wait, spare = spare == ask.desktop, records = records, generation = num('generation'),
  token = hasToken and { generation = num('generation'), print = get('print'), sealed = get('sealed') } or cjson.null })
`);
