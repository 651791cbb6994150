'use client'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { Link } from '@/components/ui/link'
import type { ActivityEntry, ActivityObject } from '@/lib/activity/schema'
import { installation } from '@/lib/core/client/keys'
import { activityWords } from '@/lib/activity/words'

/** Returns functions that put the codes of entries into words. */
export function useActivityWords() {
  const t = useTranslations('activity')
  const may = useTranslations('people.roles.may')
  const product = useTranslations('products.label')
  return useMemo(() => activityWords({ t, may, product }), [t, may, product])
}

interface EntryProps {
  entry: ActivityEntry
  shop: string
}

/** Shows the person's name, or the ID if the name is unknown. Without both, nobody was signed in. */
export function Who({ entry: { by, by_id: id } }: Pick<EntryProps, 'entry'>) {
  const t = useTranslations('activity')
  if (by !== null) return <bdi>{by}</bdi>
  return id === null ? (
    <span className="text-muted" title={t('nobodyText')}>
      {t('nobody')}
    </span>
  ) : (
    <span className="font-mono text-xs">{id}</span>
  )
}

/** Shows the kind of the entry's object, and its name or ID, as a link if it has a page. */
export function ActivityTarget({ entry, shop }: EntryProps) {
  const t = useTranslations('activity.objects')
  const { object } = entry
  if (!object) return <span className="text-muted">–</span>
  const href = objectHref(shop, entry)
  const name = object.name ? (
    <bdi>{object.name}</bdi>
  ) : (
    <span className="font-mono text-xs" title={object.id}>
      {object.id}
    </span>
  )
  return (
    <span className="block min-w-0">
      {object.kind && <span className="block text-xs text-muted">{t(object.kind)}</span>}
      <span className="block truncate">
        {href === null ? (
          name
        ) : (
          <Link href={href} className="rounded-xs underline decoration-border underline-offset-2">
            {name}
          </Link>
        )}
      </span>
    </span>
  )
}

const maxShown = 4

/** Shows the first lines of what changed and of other details, at most `maxShown`, and how many more there are. */
export function ActivityChanges({ entry }: Pick<EntryProps, 'entry'>) {
  const t = useTranslations('activity')
  const lines = useActivityWords().linesOf(entry)
  if (lines.length === 0) return <span className="text-muted">–</span>
  const left = lines.length - maxShown
  return (
    <ul className="grid min-w-0 gap-0.5 text-xs">
      {lines.slice(0, maxShown).map(({ name, text }, index) => (
        <li key={`${name} ${index}`} className="line-clamp-3 wrap-anywhere">
          {name !== '' && <bdi className="text-muted">{name}: </bdi>}
          <bdi>{text}</bdi>
        </li>
      ))}
      {left > 0 && <li className="text-muted">{t('more', { count: left })}</li>}
    </ul>
  )
}

/** An entry as a card, for phones. */
export function EntryCard({ entry, shop }: EntryProps) {
  const { kindText } = useActivityWords()
  return (
    <div className="grid gap-1.5">
      <span className="flex items-start justify-between gap-3">
        <span className="font-medium">{kindText(entry.kind)}</span>
        <RelativeTime at={entry.at} isPlain className="shrink-0 text-md text-muted" />
      </span>
      <span className="text-md wrap-anywhere text-muted">
        <Who entry={entry} />
        {entry.address !== null && <span className="font-mono text-xs"> · {entry.address}</span>}
      </span>
      {entry.object && <ActivityTarget entry={entry} shop={shop} />}
      {entry.changes.length + entry.facts.length > 0 && <ActivityChanges entry={entry} />}
    </div>
  )
}

const pages: Partial<Record<ActivityObject, (id: string) => string>> = {
  api_token: () => '/settings/api-tokens',
  card_token: (id) => `/card-tokens/${id}`,
  checkout: (id) => `/checkouts/${id}`,
  customer: (id) => `/customers/${id}`,
  forwarding: () => '/settings/forwarding',
  invitation: () => '/settings/people',
  job: (id) => `/jobs/${id}`,
  notification: (id) => `/notifications/${id}`,
  payment: (id) => `/payments/${id}`,
  person: () => '/settings/people',
  product: (id) => `/products/${id}`,
  reconciliation: (id) => `/payments/reconciliations/${id}`,
}

/**
 * Returns the address of the page of an entry's object, or null if it has none. In the installation's activity, only
 * shops have one.
 */
function objectHref(shop: string, { kind, object }: ActivityEntry): Route | null {
  if (!object?.kind) return null
  if (shop === installation)
    return (object.kind === 'shop' && kind !== 'shop.deleted' ? `/shops/${object.id}` : null) as Route | null
  const page = pages[object.kind]
  return page ? (`/shops/${shop}${page(encodeURIComponent(object.id))}` as Route) : null
}
