'use client'
import type { Route } from 'next'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { useIsHydrated } from '@/components/ui/hydrated'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/text/visible-text'
import type { Part, Parts, Statistics } from '@/lib/overview/schema'
import { brandName } from '@/lib/core/format/card'
import { namedOptions } from '@/lib/core/format/names'
import { Link } from '../ui/link'
import { percentText } from './change'

interface SharesProps {
  title: string
  parts: Parts
  /** The number that parts are compared by. */
  by: 'paid' | 'payments' | 'failed'
  nameOf: (part: Part) => string
  hrefOf?: (part: Part) => Route
  /** Replaces the share at the end of a line. */
  endText?: (part: Part) => string
  isBad?: boolean
  empty: string
}

/** Lists the largest parts of a total, each with its share as a bar. */
function Shares({
  title,
  parts: { items, total },
  by,
  nameOf,
  hrefOf,
  endText,
  isBad = false,
  empty,
}: SharesProps) {
  const t = useTranslations('overview')
  const share = (part: Part) => (total[by] === 0 ? 0 : part[by] / total[by])
  const rest = total[by] - items.reduce((sum, part) => sum + part[by], 0)
  return (
    <Card>
      <Section title={title}>
        {items.length === 0 ? (
          <p className="text-md text-muted">{empty}</p>
        ) : (
          <ul className="grid gap-3">
            {items.map((part) => (
              <li key={part.value}>
                <span className="flex items-baseline justify-between gap-3 text-base">
                  <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere">
                    {hrefOf ? (
                      <Link href={hrefOf(part)} className="rounded-xs hover:underline">
                        {nameOf(part)}
                      </Link>
                    ) : (
                      nameOf(part)
                    )}
                  </span>
                  <span className="shrink-0 text-muted tabular-nums">
                    {endText?.(part) ?? percentText(share(part))}
                  </span>
                </span>
                <span
                  aria-hidden
                  className="mt-1.5 block h-1 overflow-hidden rounded-full bg-sunken forced-color-adjust-none"
                >
                  <span
                    className={cx('block h-full rounded-full', isBad ? 'bg-danger/75' : 'bg-accent/60')}
                    style={{ width: `${share(part) * 100}%` }}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
        {items.length > 0 && rest > 0 && (
          <p className="mt-3 text-sm text-muted">{t('others', { share: percentText(rest / total[by]) })}</p>
        )}
      </Section>
    </Card>
  )
}

export function Reasons({ statistics }: { statistics: Statistics }) {
  const t = useTranslations('overview.reasons')
  return (
    <Shares
      title={t('title')}
      parts={statistics.reasons}
      by="failed"
      nameOf={({ value }) => value || t('unknown')}
      empty={t('empty')}
      isBad
    />
  )
}

export function Brands({ statistics }: { statistics: Statistics }) {
  const t = useTranslations('overview.brands')
  return (
    <Shares
      title={t('title')}
      parts={statistics.brands}
      by="payments"
      nameOf={({ value }) => (value ? brandName(value) : t('unknown'))}
      empty={t('empty')}
    />
  )
}

export function Countries({ statistics }: { statistics: Statistics }) {
  const t = useTranslations('overview.countries')
  const locale = useLocale()
  // Node and browsers write some country names differently.
  const isHydrated = useIsHydrated()
  const named = (code: string) =>
    isHydrated ? (namedOptions('region', [code], locale)[0]?.label ?? code) : code
  return (
    <Shares
      title={t('title')}
      parts={statistics.countries}
      by="payments"
      nameOf={({ value }) => (value ? named(value) : t('unknown'))}
      empty={t('empty')}
    />
  )
}

/** Lists the best-selling products, from payments linked to products. */
export function TopProducts({ shop, statistics }: { shop: string; statistics: Statistics }) {
  const t = useTranslations('overview.products')
  const { sumText } = useMoney()
  const { products, currency } = statistics
  const names = new Map(products.items.map(({ value, name }) => [value, name]))
  return (
    <Shares
      title={t('title')}
      parts={products}
      by="paid"
      nameOf={({ value }) => visibleName(names.get(value) ?? value)}
      hrefOf={({ value }) => `/shops/${shop}/products/${value}` as Route}
      endText={({ paid, payments }) =>
        t('sold', { amount: sumText({ amount: paid, currency }) ?? String(paid), count: payments })
      }
      empty={t('empty')}
    />
  )
}
