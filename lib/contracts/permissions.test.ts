import { expect, it } from 'vitest'
import { may, permissions, roles } from './permissions'

it('gives each role what this table says, and nothing else', () => {
  const table = Object.fromEntries(
    permissions.map((permission) => [permission, roles.filter((role) => may(role, permission)).join(' ')]),
  )
  expect(table).toEqual({
    'shop.read': 'owner manager support',
    'products.read': 'owner manager support',
    'products.share': 'owner manager support',
    'products.write': 'owner manager',
    'products.export': 'owner manager',
    'jobs.read': 'owner manager',
    'notifications.read': 'owner manager support',
    'customers.read': 'owner manager support',
    'customers.annotate': 'owner manager support',
    'customers.create': 'owner manager',
    'customers.merge': 'owner manager',
    'customers.anonymise': 'owner manager',
    'customers.export': 'owner manager',
    'customers.import': 'owner manager',
    'personal_data.read': 'owner manager',
    'personal_data.reveal': 'owner manager support',
    'people.manage': 'owner',
    'retention.manage': 'owner',
  })
})

it('gives the owner everything', () => {
  for (const permission of permissions) expect(may('owner', permission)).toBe(true)
})

it('gives nothing to a role that does not exist', () => {
  for (const permission of permissions) expect(may('admin' as never, permission)).toBe(false)
})
