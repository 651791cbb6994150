import { expect, test } from 'vitest'
import type { TimelineEntry } from '@/lib/customers/schema'
import { withoutRepeatedMerges } from './timeline'

const at = '2026-11-28T10:00:00.000Z'
const change = (customer_id: string, detail: object, action = 'customer.merged'): TimelineEntry => ({
  id: crypto.randomUUID(),
  kind: 'change',
  customer_id,
  at,
  action,
  detail: { ...detail },
  by: 'owner',
})
const merge = (kept: string, other: string) => [change(other, { kept, other }), change(kept, { kept, other })]
const shown = (entries: TimelineEntry[], id: string) =>
  withoutRepeatedMerges(entries, id).map((entry) => entry.customer_id)

test('each merge of a chain is shown once', () => {
  expect(shown([...merge('a', 'b'), ...merge('b', 'c')], 'a')).toEqual(['a', 'b'])
})

test('a merge is shown on the page of the merged customer, and with others whose record is not there', () => {
  expect(shown(merge('b', 'c').slice(0, 1), 'c')).toEqual(['c'])
  expect(shown([...merge('a', 'c'), ...merge('b', 'c').slice(0, 1)], 'a')).toEqual(['a', 'c'])
})

test('other changes stay', () => {
  const created = change('b', {}, 'customer.created')
  expect(withoutRepeatedMerges([created], 'a')).toEqual([created])
})
