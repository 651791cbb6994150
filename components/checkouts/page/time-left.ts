export type TimeLeft =
  | { key: 'days'; days: number; hours: number }
  | { key: 'hours'; hours: number; minutes: number }
  | { key: 'minutes'; minutes: number; seconds: string }

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** So close to its end, a countdown shows seconds. */
export const soonMs = hour

/** What is left of a time, in the two units that matter then; `ms` greater than 0. */
export function timeLeft(ms: number): TimeLeft {
  if (ms >= day) return { key: 'days', days: Math.floor(ms / day), hours: Math.floor((ms % day) / hour) }
  if (ms >= soonMs)
    return { key: 'hours', hours: Math.floor(ms / hour), minutes: Math.floor((ms % hour) / minute) }
  const seconds = Math.floor((ms % minute) / second)
  return { key: 'minutes', minutes: Math.floor(ms / minute), seconds: String(seconds).padStart(2, '0') }
}
