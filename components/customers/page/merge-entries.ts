import type { TimelineEntry } from '@/lib/customers/schema'

/**
 * A merge is recorded for both customers. Leaves out the record of the merged one where that of the other is shown: on
 * the other's page, and on pages of those that the other was merged into.
 */
export function withoutRepeatedMerges(entries: readonly TimelineEntry[], id: string): TimelineEntry[] {
  const shown = new Set(
    entries.flatMap((entry) => (entry.kind === 'change' && isOfKept(entry) ? keyOf(entry) : [])),
  )
  return entries.filter(
    (entry) =>
      entry.kind !== 'change' ||
      entry.customer_id === id ||
      isOfKept(entry) ||
      (entry.detail.kept !== id && !shown.has(keyOf(entry))),
  )
}

type Change = Extract<TimelineEntry, { kind: 'change' }>

const isOfKept = ({ customer_id: id, detail }: Change): boolean => detail.kept === id

const keyOf = ({ action, at, detail }: Change): string =>
  JSON.stringify([action, at, detail.kept, detail.other])
