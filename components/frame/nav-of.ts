import type { Route } from 'next'
import { may, type Permission, type Role } from '@/lib/core/permissions'
import type { NavItem, SectionKey } from './types'

type Section = [section: SectionKey, path: string, permission: Permission]

const work: readonly Section[] = [
  ['overview', '', 'products.read'],
  ['products', '/products', 'products.read'],
  ['checkouts', '/checkouts', 'checkouts.read'],
  ['customers', '/customers', 'customers.read'],
  ['cardTokens', '/card-tokens', 'card_tokens.read'],
  ['notifications', '/notifications', 'notifications.read'],
  ['jobs', '/jobs', 'jobs.read'],
]

const settings: readonly Section[] = [
  ['people', '/settings/people', 'people.manage'],
  ['payments', '/settings/payments', 'payments.configure'],
  ['hooks', '/settings/notifications', 'notifications.configure'],
  ['forwarding', '/settings/forwarding', 'forwarding.read'],
  ['alerts', '/settings/alerts', 'alerts.read'],
  ['retention', '/settings/retention', 'retention.manage'],
]

/** What a role may go to in a shop whose pages are under `base`; the settings stand apart from the work. */
export function navOf(base: string, role: Role): NavItem[] {
  const allowed = (sections: readonly Section[]) =>
    sections.flatMap(([section, path, permission]): NavItem[] =>
      may(role, permission) ? [{ href: `${base}${path}` as Route, section }] : [],
    )
  const [home, ...rest] = allowed(work)
  const [first, ...others] = allowed(settings)
  return [
    ...(home ? [{ ...home, isRoot: home.section === 'overview' }] : []),
    ...rest,
    ...(first ? [{ ...first, isApart: true }] : []),
    ...others,
  ]
}
