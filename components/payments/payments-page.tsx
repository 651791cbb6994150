'use client'
import { ChartColumn, Scale } from 'lucide-react'
import type { Route } from 'next'
import { useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { ExportButton, exportedRows } from '@/components/list/export-button'
import { ListPage } from '@/components/list/list-page'
import { useCurrencyGroups } from '@/components/list/use-currency-filter'
import { ShopTimeZone } from '@/components/time/clock'
import { FiguresSince } from '@/components/time/figures-since'
import { LinkButton } from '@/components/ui/link-button'
import { isTimeZone } from '@/lib/core/format/dates'
import type { ShopDetail } from '@/lib/core/shop'
import { Notices } from './list/notices'
import { PaymentCard } from './list/payment-card'
import { paymentExport, usePaymentList } from './list/payment-list'

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
  const mayReconcile = useMay('payments.reconcile')
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
          {mayReconcile && (
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
