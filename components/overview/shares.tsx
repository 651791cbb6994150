'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useCountryName } from '@/components/form/fields/country-name'
import { useMoney } from '@/components/money/use-money'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/text/visible-text'
import { ofPart } from '@/lib/overview/payments-of'
import type { Part, Parts, Statistics } from '@/lib/overview/schema'
import { brandName } from '@/lib/core/format/card'
import { Link } from '../ui/link'
import { percentText } from './change'
import { PaymentsLink } from './payments-link'

interface SharesProps {
  title: string
  parts: Parts
  /** The number that parts are compared by. */
  by: 'paid' | 'payments' | 'failed'
  renderName: (part: Part) => ReactNode
  /** Replaces the share at the end of a line. */
  renderEnd?: (part: Part) => ReactNode
  isBad?: boolean
  empty: string
}

/** Lists the largest parts of a total, each with its share as a bar. */
function Shares({
  title,
  parts: { items: all, total },
  by,
  renderName,
  renderEnd,
  isBad = false,
  empty,
}: SharesProps) {
  const t = useTranslations('overview')
  // Each part also counts what was not paid, or did not fail, which is not part of this total.
  const items = all.filter((part) => part[by] > 0)
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
                    {renderName(part)}
                  </span>
                  <span className="shrink-0 text-muted tabular-nums">
                    {renderEnd?.(part) ?? percentText(share(part))}
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
      renderName={({ value }) => (
        <PaymentsLink days={statistics} counted="failed" part={ofPart('reason', value)}>
          {value || t('unknown')}
        </PaymentsLink>
      )}
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
      renderName={({ value }) => (
        <PaymentsLink days={statistics} counted="paid" part={ofPart('brand', value)}>
          {value ? brandName(value) : t('unknown')}
        </PaymentsLink>
      )}
      empty={t('empty')}
    />
  )
}

export function Countries({ statistics }: { statistics: Statistics }) {
  const t = useTranslations('overview.countries')
  const countryName = useCountryName()
  return (
    <Shares
      title={t('title')}
      parts={statistics.countries}
      by="payments"
      renderName={({ value }) => (
        <PaymentsLink days={statistics} counted="paid" part={ofPart('country', value)}>
          {value ? countryName(value) : t('unknown')}
        </PaymentsLink>
      )}
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
      renderName={({ value }) => (
        <Link href={`/shops/${shop}/products/${value}` as Route} className="rounded-xs hover:underline">
          {visibleName(names.get(value) ?? value)}
        </Link>
      )}
      renderEnd={({ value, paid, payments }) => (
        <PaymentsLink days={statistics} counted="paid" part={{ product_id: value }}>
          {t('sold', { amount: sumText({ amount: paid, currency }) ?? String(paid), count: payments })}
        </PaymentsLink>
      )}
      empty={t('empty')}
    />
  )
}
