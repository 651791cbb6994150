'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ActivityLink } from '@/components/frame/activity-link'
import { QueryError } from '@/components/data-table/query-state'
import { ShowMore } from '@/components/data-table/show-more'
import { RelativeTime } from '@/components/time/relative-time'
import { visibleName } from '@/components/ui/text/visible-text'
import { Section } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import type { HistoryChange, HistoryEntry } from '@/lib/products/schema'
import { productHistoryOptions } from '@/lib/products/client'
import { useFieldText } from '@/components/product-values/field-text'

interface ProductHistoryProps {
  shop: string
  id: string
  /** The currency of amounts, unless the change itself contains one. */
  currency: string | null
}

export function ProductHistory({ shop, id, currency }: ProductHistoryProps) {
  const t = useTranslations('products.history')
  const query = useInfiniteQuery(productHistoryOptions(shop, id))
  const list = useRef<HTMLOListElement>(null)
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Section title={t('title')} actions={<ActivityLink shop={shop} id={id} />}>
      {query.isPending && <Skeleton className="h-5 w-full" />}
      {query.isError && query.data === undefined && <QueryError query={query} title={t('failed')} />}
      {query.data && entries.length === 0 && <p className="text-md text-muted">{t('empty')}</p>}
      <ol ref={list} tabIndex={-1} aria-label={t('title')} className="grid gap-3.5 rounded-xs">
        {entries.map((entry) => (
          <li key={entry.id} className="relative min-w-0 ps-4.5">
            <span
              aria-hidden
              className="absolute start-0.5 top-1.5 size-[7px] forced-color-adjust-none rounded-full bg-border-strong"
            />
            <Entry entry={entry} currency={currency} />
          </li>
        ))}
      </ol>
      <ShowMore query={query} list={list} label={t('more')} failedText={t('moreFailed')} className="mt-3.5" />
    </Section>
  )
}

/** The message keys of actions. A change is described by its values; an unknown action is shown by its raw name. */
const words = {
  'product.created': 'created',
  'product.changed': 'changed',
  'product.accepted': 'accepted',
  'product.archived': 'archived',
  'product.restored': 'restored',
} as const
const isWorded = (action: string): action is keyof typeof words => Object.hasOwn(words, action)

interface EntryProps {
  entry: HistoryEntry
  currency: string | null
}

function Entry({ entry: { action, changes, by, at }, currency }: EntryProps) {
  const t = useTranslations('products.history')
  return (
    <>
      {(changes.length === 0 || action !== 'product.changed') && (
        <p className="text-md">{isWorded(action) ? t(words[action]) : action}</p>
      )}
      {changesShown(changes).map((change) => (
        <Change key={change.field} change={change} currency={currencyOf(changes, currency)} />
      ))}
      <p className="mt-0.5 text-sm wrap-anywhere text-muted">
        {by ?? t('gateway')} · <RelativeTime at={at} />
      </p>
    </>
  )
}

function Change({
  change: { field, from, to },
  currency,
}: {
  change: HistoryChange
  currency: { from: string | null; to: string | null }
}) {
  const t = useTranslations('products')
  const { label, text } = useFieldText()
  return (
    <p className="text-md wrap-anywhere">
      {label(field)}{' '}
      {from !== undefined && (
        <>
          <bdi className="text-muted">{cut(text(field, from, currency.from))}</bdi>{' '}
          <span aria-hidden className="inline-block rtl:-scale-x-100">
            →
          </span>
          <span className="sr-only">{t('history.becomes')}</span>{' '}
        </>
      )}
      <bdi>{cut(text(field, to, currency.to))}</bdi>
    </p>
  )
}

/** Long descriptions are cut, so that two of them do not fill the history. */
const longest = 120
const cut = (text: string) =>
  visibleName(text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text)

/** Hides a removed quantity when the stock became unlimited, as it adds nothing. */
const changesShown = (changes: readonly HistoryChange[]) =>
  changes.length === 1 ? changes : changes.filter(({ from, to }) => from !== undefined || to !== undefined)

/** If the currency changed too, the old and new amounts each get their own currency. */
function currencyOf(changes: readonly HistoryChange[], currency: string | null) {
  const changed = changes.find(({ field }) => field === 'currency')
  const text = (value: unknown) => (typeof value === 'string' ? value : currency)
  return { from: text(changed?.from), to: text(changed?.to) }
}
