import { expect, it } from 'vitest'
import { z } from 'zod'
import { fields as formFields } from '@/components/checkouts/new/fields'
import { checkoutFields } from '../gateway/checkouts/checkout'
import { bare } from '../gateway/testing'
import { checkoutTargets, columnFields, jsonColumns } from './import'

/** Returns the dotted paths of all fields that hold a value. A list counts as one field, unless it holds objects. */
function leavesOf(schema: z.core.$ZodType, path: string[] = []): string[] {
  const inner = bare(schema)
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
      leavesOf(field, [...path, key]),
    )
  return [path.join('.')]
}

const leaves = leavesOf(checkoutFields)

it('walks the whole schema', () => {
  expect(leaves.length).toBeGreaterThan(50)
  for (const one of ['order.amount', 'settings.verification_url', 'travel.airline.agency_code', 'test'])
    expect(leaves).toContain(one)
})

it('lets every field of a checkout be set in the form', () => {
  const known = [...formFields.keys()]
  // Lists of objects have their own rows in the form.
  const rows = ['travel.airline.legs', 'travel.airline.passengers']
  expect(leaves.filter((leaf) => !known.includes(leaf) && !rows.includes(leaf))).toEqual([])
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
  ]
  expect(columns.toSorted()).toEqual([...checkoutTargets].toSorted())
})
