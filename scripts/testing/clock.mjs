/**
 * Loaded first in each process and thread of a test run with `TEST_CLOCK`: starts the clock at that moment. The
 * embedded database uses the same clock; a PostgreSQL server has its own.
 */
import { isMainThread } from 'node:worker_threads'

const RealDate = Date
const { TEST_CLOCK: start = '' } = process.env

// A thread uses the clock of its process, which started earlier.
if (isMainThread) process.env.TEST_CLOCK_AHEAD = String(RealDate.parse(start) - RealDate.now())
const ahead = Number(process.env.TEST_CLOCK_AHEAD)
if (Number.isNaN(ahead)) throw new Error(`TEST_CLOCK: ${start} is no date and time`)

const now = () => RealDate.now() + ahead

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
