-- For bench/wrk.ts: asks what the file of its thread says, in turns, and compares each answer with the one before to the
-- same question; one that is another is given back, with the times of all, to be looked at. There is a thread for each
-- connection, so that what comes back is the answer to what the thread asked last.
local ffi = require 'ffi'
ffi.cdef [[
  typedef struct { long s; long ns; } timespec;
  int clock_gettime(int clock, timespec *at);
]]
local at = ffi.new('timespec')
local MONOTONIC = 1
local function now()
  ffi.C.clock_gettime(MONOTONIC, at)
  return tonumber(at.s) * 1e6 + tonumber(at.ns) / 1e3
end

local threads = {}
function setup(thread)
  thread:set('number', #threads)
  table.insert(threads, thread)
end

-- Each request stands behind a line with its length and its kind: answers to a kind are compared with each other.
local requests, kinds = {}, {}
function init(args)
  local file = assert(io.open(args[1] .. '/' .. number, 'rb'))
  while true do
    local length, kind = file:read('*n', '*n')
    if not length then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
    kinds[#kinds + 1] = kind
  end
  file:close()
end

local n, asked = 0, 0
function request()
  n = n % #requests + 1
  asked = now()
  return requests[n]
end

-- Of each answer: the kind and the µs; of one that is another than before, the kind, the status and the body.
times, others = {}, {}
local statuses, bodies = {}, {}
function response(status, _, body)
  local kind = kinds[n]
  times[#times + 1] = kind .. ' ' .. math.floor(now() - asked)
  if statuses[kind] == status and bodies[kind] == body then return end
  statuses[kind], bodies[kind] = status, body
  others[#others + 1] = kind .. ' ' .. status .. ' ' .. #body .. '\n' .. body
end

function done(summary)
  local out = assert(io.open(os.getenv('ANSWERS'), 'wb'))
  local errors = summary.errors
  out:write(summary.duration, ' ', errors.connect + errors.read + errors.write + errors.timeout, '\n')
  local seen = {}
  for _, thread in ipairs(threads) do
    local list = thread:get('times')
    out:write('times ', #list, '\n')
    for _, time in ipairs(list) do out:write(time, '\n') end
    for _, other in ipairs(thread:get('others')) do
      if not seen[other] then out:write('answer ', other, '\n') end
      seen[other] = true
    end
  end
  out:close()
end
