import { expect, it } from 'vitest'
import { canNow, may, mayIn, permissions, roles } from './permissions'

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
    'checkouts.read': 'owner manager support',
    'checkouts.create': 'owner manager',
    'checkouts.import': 'owner manager',
    'checkouts.export': 'owner manager',
    'checkouts.templates': 'owner manager',
    'card_tokens.read': 'owner manager',
    'card_tokens.create': 'owner manager',
    'card_tokens.reveal': 'owner manager',
    'shop.configure': 'owner',
    'payments.annotate': 'owner manager support',
    'payments.export': 'owner manager',
    'payments.configure': 'owner',
    'payments.read': 'owner manager support',
    'payments.reconcile': 'owner manager',
    'payments.accept': 'owner manager',
    'jobs.read': 'owner manager',
    'notifications.read': 'owner manager support',
    'notifications.export': 'owner manager',
    'notifications.link': 'owner manager support',
    'notifications.replay': 'owner manager',
    'notifications.configure': 'owner',
    'forwarding.read': 'owner manager',
    'forwarding.manage': 'owner',
    'alerts.read': 'owner manager',
    'alerts.manage': 'owner',
    'statistics.read': 'owner manager',
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
    'api_tokens.manage': 'owner',
    'activity.read': 'owner',
    'retention.manage': 'owner',
  })
})

it('lets support make checkouts where the shop does, and nothing else beyond its role', () => {
  for (const role of roles)
    for (const permission of permissions) {
      expect(mayIn({ supportCheckouts: false }, role, permission)).toBe(may(role, permission))
      const isLet = may(role, permission) || permission === 'checkouts.create'
      expect(mayIn({ supportCheckouts: true }, role, permission)).toBe(isLet)
    }
})

it('shows in an archived shop what reads and what keeps order, and nothing that works in it', () => {
  const archived = { supportCheckouts: true, isArchived: true }
  const shown = permissions.filter((permission) => canNow(archived, 'owner', permission))
  expect(shown).toEqual(
    expect.arrayContaining(['products.read', 'customers.export', 'people.manage', 'shop.configure']),
  )
  expect(
    shown.filter((permission) => /\.(write|create|import|annotate|merge|accept|link)$/.test(permission)),
  ).toEqual([])
  const inUse = { ...archived, isArchived: false }
  for (const role of roles)
    for (const permission of permissions)
      expect(canNow(inUse, role, permission)).toBe(mayIn(inUse, role, permission))
})

it('gives the owner everything', () => {
  for (const permission of permissions) expect(may('owner', permission)).toBe(true)
})

it('gives nothing to a role that does not exist', () => {
  for (const permission of permissions) expect(may('admin' as never, permission)).toBe(false)
})

it('gives an API token what is in its list, and nothing else', () => {
  for (const permission of permissions) {
    const others = permissions.filter((one) => one !== permission)
    expect(may([permission], permission)).toBe(true)
    expect(may(others, permission)).toBe(false)
    expect(mayIn({ supportCheckouts: true }, others, permission)).toBe(false)
  }
})
