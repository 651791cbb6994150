import type { PayloadDifference } from '@/lib/notifications/schema'
import { visibleText } from '@/components/ui/visible-text'

/** So much of a value is shown; all of it is in the payload. */
const longest = 200

export interface Change {
  path: string
  /** As it is shown; null: it was not there, or is there no more. */
  before: string | null
  after: string | null
  /** The whole numbers of an amount, to be written as money. */
  amounts: { before: number | null; after: number | null } | null
}

/** What is different between two payloads, as it is shown. */
export const changesOf = (difference: readonly PayloadDifference[]): Change[] =>
  difference.map((one) => ({
    path: visibleText(one.path),
    before: 'before' in one ? valueText(one.before) : null,
    after: 'after' in one ? valueText(one.after) : null,
    amounts: /(^|\.|_)amount$/.test(one.path)
      ? { before: wholeOf(one.before), after: wholeOf(one.after) }
      : null,
  }))

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** A value as JSON, on one line and not longer than can be read. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, longest + 1)) : printed(value)
  return visibleText(text.length > longest ? `${text.slice(0, longest)}…` : text)
}

function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // Deeper than can be printed.
    return Array.isArray(value) ? '[…]' : '{…}'
  }
}
