'use client'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Counterfoil } from '@/components/counterfoil/counterfoil'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMoney } from '@/components/money/use-money'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { LinkButton } from '@/components/ui/link-button'
import type { ProductDetail } from '@/lib/contracts/product'
import { formatDateTime, formatOffset } from '@/lib/format/dates'
import { productDetailOptions } from '@/lib/queries/products'
import { GatewayNotice } from './gateway-notice'
import { ProductDetails } from './product-details'
import { ProductPayments } from './product-payments'
import { LowStockBadge, ProductStateBadge } from './product-state-badge'
import { paymentButton } from './snippet'

export interface ProductPageProps {
  shop: string
  id: string
  /** The QR code of the payment page, drawn on the server: its encoder stays there. */
  stub: ReactNode
}

/** One product: its ticket to hand over, what was paid for it, and what is known of it. */
export function ProductPage({ shop, id, stub }: ProductPageProps) {
  const t = useTranslations('products')
  const query = useQuery(productDetailOptions(shop, id))
  const product = query.data
  if (!product) return query.isError ? <QueryError isPage query={query} title={t('failedTitle')} /> : null
  const name = product.name ?? product.id
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: t('title'), href: `/shops/${shop}/products` as Route }, { label: product.id }]}
        crumbsLabel={t('crumbs')}
        badges={
          <>
            {product.vanished ? (
              <Badge tone="warn">{t('gone')}</Badge>
            ) : (
              <ProductStateBadge product={product} />
            )}
            <LowStockBadge product={product} />
          </>
        }
      />
      <GatewayNotice shop={shop} syncedAt={product.synced_at} />
      {product.vanished && (
        <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">{t('vanished')}</p>
      )}
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_330px]">
        <div className="grid min-w-0 gap-4.5">
          <Ticket product={product} stub={stub} />
          <ProductPayments shop={shop} id={id} />
        </div>
        <Card>
          <ProductDetails product={product} />
        </Card>
      </div>
      <p className="mt-3 text-sm text-muted">{t.rich('heard', { when: when(product.synced_at) })}</p>
    </>
  )
}

function Ticket({ product, stub }: { product: ProductDetail; stub: ReactNode }) {
  const t = useTranslations('products')
  const common = useTranslations('common')
  const { amountText } = useMoney()
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const name = product.name ?? product.id
  const links = [
    ...(payUrl ? [{ label: t('payPage'), hint: t('payPageHint'), url: payUrl, isMain: true }] : []),
    ...(confirmUrl ? [{ label: t('confirmPage'), hint: t('confirmPageHint'), url: confirmUrl }] : []),
  ]
  const mail =
    confirmUrl && `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(confirmUrl)}`
  return (
    <Counterfoil
      price={amountText(product) ?? '–'}
      terms={<Terms product={product} />}
      links={links}
      stub={stub}
      actions={
        <>
          {payUrl && (
            <CopyButton
              size="sm"
              text={paymentButton(payUrl, t('snippetText', { name }))}
              label={t('snippet')}
              copiedLabel={common('copied')}
              failedLabel={common('copyFailed')}
            />
          )}
          {mail && (
            <LinkButton size="sm" href={mail as Route} icon={<Mail aria-hidden size={15} />}>
              {t('mail')}
            </LinkButton>
          )}
        </>
      }
    />
  )
}

function Terms({
  product: { transaction_type: type, immortal, expired_at: at },
}: {
  product: ProductDetail
}) {
  const t = useTranslations('products')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const now = useClock()
  const kind = type === 'authorization' ? t('holds') : t('oneOff')
  if (immortal === true) return `${kind} · ${t('noExpiry')}`
  if (!at) return kind
  const date = new Date(at)
  const moment = `${formatDateTime(date, timeZone, locale)} ${formatOffset(date, timeZone)}`
  return `${kind} · ${t(date <= now ? 'expiredAt' : 'until', { when: moment })}`
}
