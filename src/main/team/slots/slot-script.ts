/** The script that grants the slots of a team's requests: a sliding log of arrivals, and pacing (ADR 55). Instants are in ms. */
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '../../../shared/time/units.ts';
import { scriptOf } from '../engine.ts';
import { listOf } from '../script-reply.ts';

/** The number of seats in the time division, by which desktops send without the engine. `GRID`: the spacing of its instants, in periods. */
export const SEATS = 16;
export const GRID = 1.25;
/** How long the engine reserves the instants of a silent desktop's seat, in ms. */
export const KEPT_MS = 600_000;
/**
 * How long a desktop waits for the reply to a call before it sends at the instants of its seat without the engine. The engine begins to reserve these
 * instants half a second earlier.
 */
export const SILENT_MS = 5_000;
/** The longest time in ms between two calls of a desktop. */
export const CONTACT_MS = 2_000;

/** Returns the keys that the script uses in the engine. The braces around `team` put all of them into the same hash slot of a cluster. */
export const slotKeys = (team: string): string[] =>
  ['slot', 'log', 'open', 'turn', 'tag', 'seen', 'reply', 'seat', 'path', 'want'].map(
    (name) => `lk1:{${team}}:${name}`,
  );

/** A desktop's call of the script. A repetition has the same `call` and gets the same reply. */
export interface SlotCall {
  /** The desktop, as `person:machine`. */
  readonly desktop: string;
  /** The kind of call. A desktop has at most one unanswered call of each kind. */
  readonly channel: 'click' | 'other';
  readonly call: string;
  /** `epoch` and `seq` of the last reply; '' and 0 before the first. An engine with a smaller `seq` in the same epoch has lost the later calls. */
  readonly epoch: string;
  readonly seq: number;
  /** The time in ms since the desktop's previous call reached the engine; absent when that is uncertain. */
  readonly elapsed?: number;
  /** The slots of earlier requests: each with the arrival of its request, or without it when the slot was not used. */
  readonly reports: readonly (readonly [id: string, at?: number])[];
  readonly windows: readonly (readonly [limit: number, windowMs: number])[];
  /** The lane that wants a slot; '' for a call without a request, `bye` to leave. */
  readonly lane: string;
  /** The minimum time in ms from the reply to the slot. */
  readonly lead: number;
  readonly period: number;
  readonly guard: number;
  /** The shortest round trip to the service, in ms. */
  readonly path?: number;
  /** A 429: when its request was sent, and the pause that it asks for. */
  readonly refused?: readonly [sentAt: number, pauseMs: number];
  readonly resume?: true;
  /** The desktop no longer wants the slot for which it has not asked again. */
  readonly idle?: true;
}

export const SlotReply = z.strictObject({
  /** The id of the call that the reply answers. */
  call: z.string(),
  /** The granted slot, '' for none, and its instant. */
  slot: z.string(),
  at: z.number(),
  /** The instant at which to ask again when no slot was granted. */
  askAt: z.number(),
  now: z.number(),
  seq: z.int().positive(),
  /** Changes when the engine has lost its data. */
  epoch: z.string(),
  /** The number of requests in each window of the call. */
  counts: listOf(z.number(), 100),
  /** The seat in the time division, -1 without one. */
  seat: z
    .int()
    .min(-1)
    .max(SEATS - 1),
  /** The shortest round trip to the service of all desktops, in ms. */
  path: z.number(),
});
export type SlotReply = z.infer<typeof SlotReply>;

/** The script that grants slots. ARGV: the clock ('' for the engine's own), and a SlotCall as JSON. Returns a SlotReply as JSON. */
export const SLOT_SCRIPT = scriptOf(`
local kSlot, kLog, kOpen, kTurn, kTag, kSeen, kReply, kSeat, kPath, kWant = unpack(KEYS)
local ask = cjson.decode(ARGV[2])
local desktop, lead, period, guard = ask.desktop, ask.lead, ask.period, ask.guard
local function text(n) return string.format('%.3f', n) end
local function num(s) return tonumber(s or '') or 0 end
local function before(n) return '(' .. text(n) end
local function personOf(one) return string.match(one, '^[^:]*') end
local person = personOf(desktop)
local channel = desktop .. '/' .. ask.channel
local kept = redis.call('HGET', kReply, channel)
if kept and string.sub(kept, 1, #ask.call + 1) == ask.call .. ' ' then return string.sub(kept, #ask.call + 2) end

-- The clock never goes back. A step counts only when the caller's own time and the time since anybody's last call disagree with it.
local raw = tonumber(ARGV[1])
if not raw then
  local t = redis.call('TIME')
  raw = t[1] * 1000 + t[2] / 1000
end
local state = redis.call('HMGET', kSlot, 'raw', 'now', 'skew', 'due', 'last', 'paused', 'seq', 'epoch', 'clicks', 'virtual', 'share', 'shared', 'longest', 'longestAt')
local skew = num(state[3])
local now = raw + skew
local told = redis.call('ZSCORE', kSeen, desktop)
if state[1] and told and ask.elapsed then
  local expected = num(told) + ask.elapsed
  local gap = raw - num(state[1])
  if math.abs(now - expected) > 250 and (gap < 0 or gap > 250) then
    skew = skew + expected - now
    now = expected
  end
end
now = math.max(now, num(state[2]))

-- Arrivals are kept for the longest window that anybody counts: some windows are known only to who was told of them.
local longest, longestAt = 0, now
for _, window in ipairs(ask.windows) do longest = math.max(longest, window[2]) end
local known = num(state[13])
if known > longest and now - num(state[14]) <= known then longest, longestAt = known, num(state[14]) end
-- All keys are renewed once a minute; a key to which something was added is, because it may be new.
local expiry = string.format('%.0f', math.max(${DAY_MS}, longest + 60000) + ${MINUTE_MS})
local function put(command, key, ...) if redis.call(command, key, ...) > 0 then redis.call('PEXPIRE', key, expiry) end end

-- Without what was known before, everybody reports first.
local epoch, paused = state[8], num(state[6])
if not epoch or (ask.epoch == epoch and ask.seq > num(state[7])) then epoch, paused = text(raw) .. ask.call, now + ${CONTACT_MS + 500} end

for _, report in ipairs(ask.reports) do
  redis.call('ZREM', kOpen, report[1])
  if report[2] then put('ZADD', kLog, text(report[2]), report[1]) else redis.call('ZREM', kLog, report[1]) end
end
local open = redis.call('ZRANGEBYSCORE', kOpen, '-inf', text(now - 250), 'WITHSCORES')
for i = 1, #open, 2 do
  local lostAt = open[i + 1] + 3000
  put('ZADD', kLog, text(math.min(now, lostAt)), open[i])
  if now >= lostAt then redis.call('ZREM', kOpen, open[i]) end
end

-- A 429 pauses all and halves the rate, once for all requests that were in flight together.
local share, shared = tonumber(state[11] or '') or 1, num(state[12])
local rate = math.min(1, share + 0.05 * math.max(0, math.floor((now - shared) / 6000)))
if ask.resume then paused = 0 end
if ask.refused then
  paused = math.max(paused, now + ask.refused[2])
  if ask.refused[1] > shared then
    rate = math.max(1 / 16, rate / 2)
    share, shared = rate, paused
  end
end
local spacing = period / rate

-- Who is away keeps its instants for a while; then it is forgotten.
local leaves = ask.lane == 'bye'
local function release(one)
  redis.call('HDEL', kSeat, one)
  redis.call('ZREM', kPath, one)
end
local function isAnyOf(who, desktops)
  for _, one in ipairs(desktops) do if personOf(one) == who then return true end end
  return false
end
-- Turns go by person, so a turn stays while another desktop of the person wants it.
local function quit(one)
  if redis.call('SREM', kWant, one) > 0 and not isAnyOf(personOf(one), redis.call('SMEMBERS', kWant)) then
    redis.call('ZREM', kTurn, personOf(one))
  end
end
local function forget(one)
  release(one)
  quit(one)
  redis.call('HDEL', kReply, one .. '/click', one .. '/other')
  redis.call('ZREM', kSeen, one)
  if not isAnyOf(personOf(one), redis.call('ZRANGE', kSeen, 0, -1)) then redis.call('ZREM', kTag, personOf(one)) end
end
if leaves then forget(desktop) else put('ZADD', kSeen, text(now), desktop) end
local step = ${GRID} * period
local away = redis.call('ZRANGEBYSCORE', kSeen, '-inf', before(now - 2500), 'WITHSCORES')
for i = 1, #away, 2 do
  local one, ms = away[i], now - away[i + 1]
  quit(one)
  if ms > ${KEPT_MS} then release(one) end
  if ms > 3600000 then forget(one)
  elseif ms <= ${KEPT_MS} and ms > ${SILENT_MS - 1_500} then
    local seat = tonumber(redis.call('HGET', kSeat, one) or '')
    local from = math.max(away[i + 1] + ${SILENT_MS - 500}, now - 10000)
    local index = seat and seat + ${SEATS} * math.ceil((from / step - seat) / ${SEATS})
    while index and index * step < now + 1000 do
      put('ZADD', kLog, 'NX', text(index * step + 80), one .. ':g' .. string.format('%.0f', index))
      index = index + ${SEATS}
    end
  end
end
local seat = redis.call('HGET', kSeat, desktop)
if not seat and not leaves and redis.call('HLEN', kSeat) < ${SEATS} then
  local taken = {}
  for _, one in ipairs(redis.call('HVALS', kSeat)) do taken[tonumber(one)] = true end
  for one = 0, ${SEATS - 1} do
    if not taken[one] then
      seat = one
      put('HSET', kSeat, desktop, one)
      break
    end
  end
end
if ask.path and not leaves then put('ZADD', kPath, text(ask.path), desktop) end

local counts = {}
local due, latest = num(state[4]), num(state[5])
local opens = math.max(paused, due, latest + 0.95 * spacing)
-- A click may come early, as far as the windows have room; what follows keeps the rate.
if ask.lane == 'interactive' then opens = math.max(paused, due - 0.45 * spacing, latest + 0.7 * spacing) end
for i, window in ipairs(ask.windows) do
  local limit, ms = window[1], window[2]
  counts[i] = redis.call('ZCOUNT', kLog, text(now - ms - guard), '+inf')
  if counts[i] >= limit then
    opens = math.max(opens, redis.call('ZREVRANGE', kLog, limit - 1, limit - 1, 'WITHSCORES')[2] + ms + guard)
  end
end

local seq, clicks, virtual = num(state[7]) + 1, num(state[9]), num(state[10])
local at = math.max(now + lead, opens)
local granted, askAt = '', now + 1000
if ask.idle then quit(desktop) end
if ask.lane == 'interactive' then
  if clicks >= 9 and redis.call('ZCARD', kTurn) > 0 and now < opens + 60 then askAt = math.max(now, opens) + 20
  else
    granted = desktop .. ':' .. seq
    clicks = clicks >= 9 and 0 or clicks + 1
  end
elseif ask.lane == 'background' or ask.lane == 'bulk' then
  -- A person with two desktops gets no more than one with one.
  local tag = math.max(num(redis.call('ZSCORE', kTag, person)), virtual)
  put('ZADD', kTurn, tag, person)
  put('SADD', kWant, desktop)
  local rank = redis.call('ZRANK', kTurn, person)
  if now >= opens - lead + 20 * rank then
    granted = desktop .. ':' .. seq
    virtual, clicks = tag, 0
    put('ZADD', kTag, tag + 1, person)
    redis.call('ZREM', kTurn, person)
    redis.call('SREM', kWant, desktop)
  elseif rank <= 1 then askAt = opens - lead + 20 * rank
  else askAt = math.max(now + 20, math.min(now + 1000, opens - lead + (rank - 1) * spacing)) end
end
if granted ~= '' then
  put('ZADD', kOpen, text(at), granted)
  put('ZADD', kLog, text(at + 80), granted)
  due, latest = math.max(due, at - spacing) + spacing, at
end

redis.call('HSET', kSlot, 'raw', text(raw), 'now', text(now), 'skew', text(skew), 'due', text(due), 'last', text(latest), 'paused', text(paused),
  'seq', seq, 'epoch', epoch, 'clicks', clicks, 'virtual', virtual, 'share', text(share), 'shared', text(shared), 'longest', text(longest), 'longestAt', text(longestAt))
local path = redis.call('ZRANGE', kPath, 0, 0, 'WITHSCORES')[2]
local reply = cjson.encode({ call = ask.call, slot = granted, at = at, askAt = askAt, now = now, seq = seq, epoch = epoch, counts = counts,
  seat = tonumber(seat or '-1'), path = num(path) })
if not leaves then put('HSET', kReply, channel, ask.call .. ' ' .. reply) end
if math.floor(now / ${MINUTE_MS}) > math.floor(num(state[2]) / ${MINUTE_MS}) or longest > known then
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, expiry) end
  redis.call('ZREMRANGEBYSCORE', kLog, '-inf', text(now - longest - 60000))
end
return reply
`);
