'use client'
import { ChartColumn, Scale } from 'lucide-react'
import type { Route } from 'next'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useMay, useMayRead } from '@/components/frame/use-may'
import { ExportButton, exportedRows } from '@/components/list/export-button'
import { ListPage } from '@/components/list/list-page'
import { useCurrencyGroups } from '@/components/list/filters/fetched-filters'
import { SimilarOnlyNotice } from '@/components/mirror/notices'
import { BehindNotice, CountingNotice, FiguresSince } from '@/components/payment-status/figure-notices'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { ShopTimeZone } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { Link, LinkButton } from '@/components/ui/link'
import { visibleText } from '@/components/ui/text/visible-text'
import { cardText } from '@/lib/core/format/card'
import { isTimeZone } from '@/lib/core/format/dates'
import type { ShopDetail } from '@/lib/core/shop'
import type { PaymentItem, PaymentPage } from '@/lib/payments/list'
import { paymentExport, usePaymentList } from './list/payment-list'
import { PaymentName } from './list/payment-name'

/** Lists who paid: one row a payment, with what came in and what went back. Updates live. */
export function PaymentsPage({
  shop: connected,
}: {
  shop: Pick<ShopDetail, 'id' | 'mode' | 'connected_at'>
}) {
  const shop = connected.id
  const t = useTranslations('paymentReport')
  const list = usePaymentList(shop)
  const reconciliation = useTranslations('reconciliation')
  const maySeeReport = useMay('statistics.read')
  const mayReadReconciliations = useMayRead('payments.reconcile')
  const { page, state } = list
  const zoneOfShop = useContext(ShopTimeZone) ?? 'UTC'
  const { day_from: day, zone = zoneOfShop } = state.filters
  return (
    <ListPage
      list={list}
      actions={
        <>
          {maySeeReport && (
            <LinkButton
              href={`/shops/${shop}/payments/report` as Route}
              icon={<ChartColumn aria-hidden size={15} />}
            >
              {t('title')}
            </LinkButton>
          )}
          {mayReadReconciliations && (
            <LinkButton
              href={`/shops/${shop}/payments/reconciliations` as Route}
              icon={<Scale aria-hidden size={15} />}
            >
              {reconciliation('title')}
            </LinkButton>
          )}
          <ExportButton of={paymentExport} rows={exportedRows(list)} />
        </>
      }
      notices={
        page && (
          <>
            <FiguresSince shop={connected} from={day ?? null} zone={isTimeZone(zone) ? zone : zoneOfShop} />
            <Notices page={page} q={state.q} />
          </>
        )
      }
      hrefOf={({ uid }) => `/shops/${shop}/payments/${encodeURIComponent(uid)}` as Route}
      groupOf={useCurrencyGroups(list)}
      renderCard={(payment, href) => <PaymentCard payment={payment} href={href} />}
    />
  )
}

const nothingElse = () => false

/** A payment on a phone. */
function PaymentCard({ payment, href }: { payment: PaymentItem; href: Route }) {
  const { money } = usePaymentText()
  const { amount, currency, customer, email, card_brand: brand, card_last_4: last4, at } = payment
  const who = customer?.name ?? email
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        <span className="block min-w-0 text-base">
          <PaymentName payment={payment} isShown={nothingElse} />
        </span>
        <span className="shrink-0 text-base font-semibold tabular-nums">{money(amount, currency)}</span>
      </span>
      <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <PaymentBadge payment={payment} />
        {who && (
          <span dir="auto" className="min-w-0 truncate">
            {visibleText(who)}
          </span>
        )}
        {last4 && <span>{cardText(brand, last4)}</span>}
        <span className="ms-auto">
          <RelativeTime at={at} isPlain />
        </span>
      </span>
    </Link>
  )
}

/** What the transactions add up to, how far processing is behind, and how a search was understood. */
export function Notices({ page, q }: { page: PaymentPage; q: string }) {
  const t = useTranslations('paymentList')
  const { money } = usePaymentText()
  const { counted, behind, counting } = page
  return (
    <>
      <BehindNotice behind={behind} />
      <CountingNotice counting={counting} />
      {counted && (
        <p role="status" className="mb-2.5 text-md text-muted tabular-nums">
          {t('countedSum', {
            transactions: counted.transactions,
            amount: money(BigInt(counted.amount), counted.currency),
          })}
        </p>
      )}
      {page.alike && <SimilarOnlyNotice q={q} />}
      {page.whole_words_only && <p className="mb-2.5 text-md text-muted">{t('wholeWordsOnly')}</p>}
    </>
  )
}
