/**
 * The decision of `MemoryStore`, in Redis. KEYS: one for each check. ARGV: the time in milliseconds, or nothing for the
 * server's own; a name that no other call has; then kind, limit (-1: none), units and interval of each check.
 * Answers admitted (0 or 1) and the time, then remaining, reset and refused of each check.
 */
export const decideScript = `
local isTest = ARGV[1] ~= ''
local now
if isTest then now = tonumber(ARGV[1]) else
  local time = redis.call('TIME')
  now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local MINUTE, HOUR, DAY = 60000, 3600000, 86400000
local function text(number) return string.format('%.0f', number) end

-- Days since the epoch of the first of a month (Howard Hinnant, days_from_civil).
local function firstOf(year, month)
  local y = year
  if month <= 2 then y = y - 1 end
  local era = math.floor(y / 400)
  local yearOfEra = y - era * 400
  local shifted = month + 9
  if month > 2 then shifted = month - 3 end
  local dayOfYear = math.floor((153 * shifted + 2) / 5)
  return era * 146097 + yearOfEra * 365 + math.floor(yearOfEra / 4) - math.floor(yearOfEra / 100) + dayOfYear - 719468
end

local function period(kind)
  if kind ~= 'month' then
    local length = kind == 'hour' and HOUR or DAY
    local start = math.floor(now / length) * length
    return start, start + length
  end
  local day = math.floor(now / DAY)
  local year = 1970 + math.floor(day / 365.2425)
  while firstOf(year + 1, 1) <= day do year = year + 1 end
  while firstOf(year, 1) > day do year = year - 1 end
  local month = 12
  while firstOf(year, month) > day do month = month - 1 end
  local following = month == 12 and firstOf(year + 1, 1) or firstOf(year, month + 1)
  return firstOf(year, month) * DAY, following * DAY
end

local function fullAt(key, limit, interval)
  local at = tonumber(redis.call('GET', key) or now)
  if at < now or at - now > limit * interval then return now end
  return at
end

local function stampAt(key, index)
  local found = redis.call('ZRANGEBYSCORE', key, '(' .. text(now - MINUTE), text(now), 'WITHSCORES', 'LIMIT', index, 1)
  return tonumber(found[2])
end

local function state(key, kind, limit, units, interval)
  if kind == 'bucket' then
    local full = fullAt(key, limit, interval)
    local fits = full + units * interval - limit * interval
    if fits > now then return 0, fits, 1 end
    return math.floor(limit - (full - now) / interval), full, 0
  end
  if kind == 'minute' then
    local used = redis.call('ZCOUNT', key, '(' .. text(now - MINUTE), text(now))
    local excess = used + units - limit
    local reset = now + MINUTE
    if used > 0 then reset = stampAt(key, math.max(1, excess) - 1) + MINUTE end
    return math.max(0, limit - used), reset, excess > 0 and 1 or 0
  end
  local start, finish = period(kind)
  local used = tonumber(redis.call('HGET', key, text(start)) or 0)
  return math.max(0, limit - used), finish, units > limit - used and 1 or 0
end

local function count(key, kind, limit, units, interval, index)
  if units == 0 then return end
  if kind == 'bucket' then
    local full = fullAt(key, limit, interval) + units * interval
    redis.call('SET', key, text(full), 'PX', isTest and 10 * MINUTE or math.max(1, full - now))
  elseif kind == 'minute' then
    if not isTest then redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now - MINUTE)) end
    for unit = 1, units do
      redis.call('ZADD', key, text(now), ARGV[2] .. ' ' .. index .. ' ' .. unit)
    end
    redis.call('PEXPIRE', key, isTest and 10 * MINUTE or 2 * MINUTE)
  else
    local start, finish = period(kind)
    local used = redis.call('HINCRBY', key, text(start), units)
    redis.call('PEXPIRE', key, 70 * DAY)
    if used == units and redis.call('HLEN', key) > 8 then
      for _, field in ipairs(redis.call('HKEYS', key)) do
        if tonumber(field) < start - 3 * (finish - start) then redis.call('HDEL', key, field) end
      end
    end
  end
end

local answer = { 1, now }
local checks = {}
for index = 1, #KEYS do
  local at = 2 + (index - 1) * 4
  local check = { ARGV[at + 1], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4]) }
  checks[index] = check
  local remaining, reset, refused = 0, 0, 0
  if check[2] >= 0 then remaining, reset, refused = state(KEYS[index], check[1], check[2], check[3], check[4]) end
  if check[3] == 0 then refused = 0 end
  if refused == 1 then answer[1] = 0 end
  answer[#answer + 1] = remaining
  answer[#answer + 1] = reset
  answer[#answer + 1] = refused
end
if answer[1] == 1 then
  for index, check in ipairs(checks) do
    count(KEYS[index], check[1], check[2], check[3], check[4], index)
  end
  for index, check in ipairs(checks) do
    if check[2] >= 0 then
      local remaining, reset = state(KEYS[index], check[1], check[2], 0, check[4])
      answer[index * 3], answer[index * 3 + 1] = remaining, reset
    end
  end
end
return answer
`;

/** Takes units out of calendar counts, never below zero. KEYS: one for each. ARGV: start of the period and units of each. */
export const giveBackScript = `
for index = 1, #KEYS do
  local start, units = ARGV[index * 2 - 1], tonumber(ARGV[index * 2])
  local used = tonumber(redis.call('HGET', KEYS[index], start) or 0)
  if used > 0 then redis.call('HINCRBY', KEYS[index], start, -math.min(used, units)) end
end
return 1
`;
