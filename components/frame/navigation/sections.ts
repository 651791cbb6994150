import type { Route } from 'next'
import { may, type Permission, type Rights } from '@/lib/core/permissions'
import type { NavItem, SectionKey, SettingsKey, WorkKey } from '../types'

type Section<Key extends SectionKey> = [section: Key, path: string, permission: Permission]

const work: readonly Section<WorkKey>[] = [
  ['overview', '', 'products.read'],
  ['payments', '/payments', 'payments.read'],
  ['products', '/products', 'products.read'],
  ['checkouts', '/checkouts', 'checkouts.read'],
  ['customers', '/customers', 'customers.read'],
  ['cardTokens', '/card-tokens', 'card_tokens.read'],
  ['notifications', '/notifications', 'notifications.read'],
  ['jobs', '/jobs', 'jobs.read'],
]

const settings: readonly Section<SettingsKey>[] = [
  ['general', '/settings/general', 'shop.configure'],
  ['gateway', '/settings/gateway', 'shop.configure'],
  ['paymentSettings', '/settings/payments', 'payments.configure'],
  ['hooks', '/settings/notifications', 'notifications.configure'],
  ['forwarding', '/settings/forwarding', 'forwarding.read'],
  ['alerts', '/settings/alerts', 'alerts.read'],
  ['people', '/settings/people', 'people.manage'],
  ['apiTokens', '/settings/api-tokens', 'api_tokens.manage'],
  ['retention', '/settings/retention', 'retention.manage'],
  ['appearance', '/settings/appearance', 'shop.configure'],
  ['activity', '/settings/activity', 'activity.read'],
]

/** The sections that a person may open: those of daily work, and the pages of the settings. */
export interface Sections {
  work: readonly NavItem<WorkKey>[]
  settings: readonly NavItem<SettingsKey>[]
}

/** `base`: the address of the shop's pages, such as `/shops/sandbox`. */
export function sectionsOf(base: string, rights: Rights): Sections {
  const allowed = <Key extends SectionKey>(sections: readonly Section<Key>[]) =>
    sections.flatMap(([section, path, permission]): NavItem<Key>[] =>
      may(rights, permission) ? [{ href: `${base}${path}` as Route, section }] : [],
    )
  return { work: allowed(work), settings: allowed(settings) }
}
