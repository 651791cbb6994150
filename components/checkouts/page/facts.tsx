'use client'
import { CopiedValue } from '@/components/ui/text/copy-button'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Personal } from '@/components/data-table/personal'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import { DescriptionList, type Description } from '@/components/ui/text/description-list'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { queryString } from '@/lib/core/client/query-string'
import { cardText } from '@/lib/core/format/card'
import { Link } from '../../ui/link'

interface FactsProps {
  shop: string
  checkout: CheckoutDetail
}

export function Facts({ shop, checkout }: FactsProps) {
  const t = useTranslations('checkouts.facts')
  const { token, tracking_id: trackingId, created_at: at, created_by: by, expires_at: expires } = checkout
  const items: Description[] = [
    {
      term: t('created'),
      value: (
        <>
          <RelativeTime at={at} /> {by && <span className="text-muted">{t('by', { name: by })}</span>}
        </>
      ),
    },
    { term: t('expires'), value: <RelativeTime at={expires} /> },
    ...(trackingId ? [{ term: t('tracking'), value: <Tracking shop={shop} id={trackingId} /> }] : []),
    ...customerItems(shop, checkout, t),
    ...(checkout.card ? [{ term: t('card'), value: <CardUsed shop={shop} card={checkout.card} /> }] : []),
    ...reissueItems(shop, checkout, t),
    {
      term: t('token'),
      value: token ? <CopiedValue label={t('copy', { field: t('token') })} text={token} /> : t('noToken'),
    },
  ]
  return (
    <Card>
      <Section title={t('title')}>
        <DescriptionList className="grid-cols-[92px_1fr]!" items={items} />
      </Section>
    </Card>
  )
}

type Words = ReturnType<typeof useTranslations<'checkouts.facts'>>

const linkClass = 'rounded-xs text-accent underline-offset-2 hover:underline'

function customerItems(
  shop: string,
  { email, masked, customer_id: id }: CheckoutDetail,
  t: Words,
): Description[] {
  return [
    ...(email ? [{ term: t('email'), value: <Personal text={email} isMasked={masked} /> }] : []),
    ...(id
      ? [
          {
            term: t('customer'),
            value: (
              <Link
                href={`/shops/${shop}/customers/${id}` as Route}
                className={`${linkClass} font-mono text-xs`}
              >
                {id}
              </Link>
            ),
          },
        ]
      : []),
  ]
}

/** Links to the checkouts that this one replaces and to the one that replaces it. */
function reissueItems(
  shop: string,
  { reissues, reissued_as: next }: CheckoutDetail,
  t: Words,
): Description[] {
  const link = (id: string, text: ReactNode) => (
    <Link href={`/shops/${shop}/checkouts/${id}` as Route} className={linkClass}>
      {text}
    </Link>
  )
  return [
    ...(reissues ? [{ term: t('reissues'), value: link(reissues, t('theOld')) }] : []),
    ...(next ? [{ term: t('reissuedAs'), value: link(next, t('theNew')) }] : []),
  ]
}

function Tracking({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('checkouts.facts')
  return (
    <>
      <CopiedValue label={t('copy', { field: t('tracking') })} text={id} />
      <Link
        href={`/shops/${shop}/checkouts${queryString({ q: id })}` as Route}
        className={`${linkClass} text-sm`}
      >
        {t('sameTracking')}
      </Link>
    </>
  )
}

function CardUsed({
  shop,
  card: { id, brand, last_4: last4 },
}: {
  shop: string
  card: NonNullable<CheckoutDetail['card']>
}) {
  const t = useTranslations('checkouts.facts')
  const mayRead = useMay('card_tokens.read')
  const text = cardText(brand, last4) || t('savedCard')
  if (!mayRead) return text
  return (
    <Link href={`/shops/${shop}/card-tokens/${id}` as Route} className={linkClass}>
      {text}
    </Link>
  )
}
