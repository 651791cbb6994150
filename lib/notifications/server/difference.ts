import 'server-only'
import type { PayloadDifference } from '../schema'

/** So many are told; a payload that has more of them is another one. */
const most = 100
const maxDepth = 64

/** What stands at other values in two payloads, by the dotted path; in the order of the later one, then what it lacks. */
export function differenceOf(before: unknown, after: unknown): PayloadDifference[] {
  const found: PayloadDifference[] = []
  compare(before, after, [], found)
  return found
}

function compare(before: unknown, after: unknown, path: string[], found: PayloadDifference[]): void {
  if (found.length >= most || path.length > maxDepth || Object.is(before, after)) return
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const names = new Set([...Object.keys(after), ...Object.keys(before)])
    for (const name of names) compare(own(before, name), own(after, name), [...path, name], found)
    return
  }
  const told = { path: path.join('.') }
  found.push({
    ...told,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  })
}

type Branch = Record<string, unknown>

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

const own = (branch: Branch, name: string): unknown =>
  Object.hasOwn(branch, name) ? branch[name] : undefined
