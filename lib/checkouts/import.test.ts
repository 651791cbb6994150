import { expect, it } from 'vitest'
import { checkoutFields } from '../gateway/checkouts/checkout'
import { leavesOf } from '../gateway/testing'
import { checkoutTargets, columnFields, jsonColumns } from './import'

const leaves = leavesOf(checkoutFields)

it('walks the whole schema', () => {
  expect(leaves.length).toBeGreaterThan(50)
  for (const one of ['order.amount', 'settings.verification_url', 'travel.airline.agency_code', 'test'])
    expect(leaves).toContain(one)
})

it('lets every field of a checkout be set in a file', () => {
  const cells: string[] = columnFields.map(({ path }) => path)
  const objects = Object.values(jsonColumns).map((place) => `${place.join('.')}.`)
  const missing = leaves.filter(
    (leaf) => !cells.includes(leaf) && !objects.some((part) => leaf.startsWith(part)),
  )
  expect(missing).toEqual([])
  const columns: string[] = [
    ...columnFields.map(({ target }) => target),
    ...Object.keys(jsonColumns),
    'price',
    'customer_id',
    'card_token_id',
  ]
  expect(columns.toSorted()).toEqual([...checkoutTargets].toSorted())
})
