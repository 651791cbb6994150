import type { TimelineEntry } from '@/lib/customers/schema'

/**
 * A merge is recorded for both customers. Leaves out the merged customer's record if the timeline also shows the record
 * of the customer that was kept.
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
