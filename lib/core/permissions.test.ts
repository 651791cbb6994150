import { expect, it } from 'vitest'
import { addedTo, allowanceFor, allowances, canNow, may, mayInShop, permissions, roles } from './permissions'

it('gives each role what this table says, and nothing else', () => {
  const table = Object.fromEntries(
    permissions.map((permission) => [
      permission,
      roles.filter((role) => may({ role }, permission)).join(' '),
    ]),
  )
  expect(table).toEqual({
    'shop.read': 'owner manager support viewer',
    'products.read': 'owner manager support viewer',
    'products.share': 'owner manager support',
    'products.write': 'owner manager',
    'products.export': 'owner manager',
    'checkouts.read': 'owner manager support viewer',
    'checkouts.create': 'owner manager',
    'checkouts.import': 'owner manager',
    'checkouts.export': 'owner manager',
    'checkouts.templates': 'owner manager',
    'card_tokens.read': 'owner manager',
    'card_tokens.create': 'owner manager',
    'card_tokens.reveal': 'owner manager',
    'shop.configure': 'owner',
    'payments.annotate': 'owner manager support',
    'payments.ask': 'owner manager support',
    'payments.export': 'owner manager',
    'payments.configure': 'owner',
    'payments.read': 'owner manager support viewer',
    'payments.reconcile': 'owner manager',
    'payments.accept': 'owner manager',
    'jobs.read': 'owner manager',
    'notifications.read': 'owner manager support viewer',
    'notifications.export': 'owner manager',
    'notifications.link': 'owner manager support',
    'notifications.replay': 'owner manager',
    'notifications.configure': 'owner',
    'forwarding.read': 'owner manager',
    'forwarding.manage': 'owner',
    'alerts.read': 'owner manager',
    'alerts.manage': 'owner',
    'statistics.read': 'owner manager',
    'customers.read': 'owner manager support viewer',
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
      expect(mayInShop({ hasSupportCheckouts: false }, { role }, permission)).toBe(may({ role }, permission))
      const isLet = may({ role }, permission) || (role === 'support' && permission === 'checkouts.create')
      expect(mayInShop({ hasSupportCheckouts: true }, { role }, permission)).toBe(isLet)
    }
})

it('shows in an archived shop what reads or administers, and hides work', () => {
  const archived = { hasSupportCheckouts: true, isArchived: true }
  const shown = permissions.filter((permission) => canNow(archived, { role: 'owner' }, permission))
  expect(shown).toEqual(
    expect.arrayContaining(['products.read', 'customers.export', 'people.manage', 'shop.configure']),
  )
  expect(
    shown.filter((permission) =>
      /\.(write|create|import|annotate|merge|accept|link)$|^forwarding.manage$/.test(permission),
    ),
  ).toEqual([])
  const inUse = { ...archived, isArchived: false }
  for (const role of roles)
    for (const permission of permissions)
      expect(canNow(inUse, { role }, permission)).toBe(mayInShop(inUse, { role }, permission))
})

it('gives the owner everything', () => {
  for (const permission of permissions) expect(may({ role: 'owner' }, permission)).toBe(true)
})

it('gives nothing to a role that does not exist', () => {
  for (const permission of permissions) expect(may({ role: 'admin' as never }, permission)).toBe(false)
})

it('lets viewers read, but not write, export or see personal data', () => {
  const viewer = { role: 'viewer' } as const
  expect(permissions.filter((permission) => may(viewer, permission))).toEqual([
    'shop.read',
    'products.read',
    'checkouts.read',
    'payments.read',
    'notifications.read',
    'customers.read',
  ])
})

it('adds to a role what each allowance says, and nothing else', () => {
  const added = (role: 'support' | 'viewer' | 'manager') =>
    allowances.map((one) => [
      one,
      ...permissions.filter(
        (permission) => may({ role, allowances: [one] }, permission) && !may({ role }, permission),
      ),
    ])
  expect(added('viewer')).toEqual([
    ['checkouts', 'checkouts.create'],
    ['personal_data', 'personal_data.read', 'personal_data.reveal'],
    ['replay', 'notifications.replay'],
  ])
  expect(added('support')).toEqual([
    ['checkouts', 'checkouts.create'],
    ['personal_data', 'personal_data.read'],
    ['replay', 'notifications.replay'],
  ])
  expect(added('manager')).toEqual([['checkouts'], ['personal_data'], ['replay']])
  for (const permission of permissions)
    expect(may({ role: 'viewer', allowances: ['unknown' as never] }, permission)).toBe(
      may({ role: 'viewer' }, permission),
    )
})

it('keeps each allowance that adds to a role, once', () => {
  expect(addedTo('viewer', ['replay', 'checkouts', 'replay'])).toEqual(['checkouts', 'replay'])
  expect(addedTo('support', ['personal_data'])).toEqual(['personal_data'])
  expect(addedTo('manager', [...allowances])).toEqual([])
  expect(addedTo('owner', [...allowances])).toEqual([])
})

it('knows which allowance gives a permission', () => {
  expect(allowanceFor('checkouts.create')).toBe('checkouts')
  expect(allowanceFor('personal_data.reveal')).toBe('personal_data')
  expect(allowanceFor('people.manage')).toBeNull()
})

it.each(roles)(
  'gives an API token of a %s what is in its scopes and in the rights, and nothing else',
  (role) => {
    for (const shop of [{ hasSupportCheckouts: true }, { hasSupportCheckouts: false }])
      for (const permission of permissions) {
        const others = permissions.filter((one) => one !== permission)
        expect(may({ role, scopes: [permission] }, permission)).toBe(may({ role }, permission))
        expect(mayInShop(shop, { role, scopes: [permission] }, permission)).toBe(
          mayInShop(shop, { role }, permission),
        )
        const rights = { role, allowances, scopes: others }
        expect(may(rights, permission)).toBe(false)
        expect(mayInShop(shop, rights, permission)).toBe(false)
      }
  },
)
