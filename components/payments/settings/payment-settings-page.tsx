'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { paymentSettingsOptions } from '@/lib/payments/settings-client'
import { SettingsForm } from './settings-form'

interface PaymentSettingsPageProps {
  shop: string
  liveShopName: string | null
}

export function PaymentSettingsPage({ shop, liveShopName }: PaymentSettingsPageProps) {
  const t = useTranslations('payments')
  const query = useQuery(paymentSettingsOptions(shop))
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="max-w-3xl">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && <SettingsForm shop={shop} liveShopName={liveShopName} settings={query.data} />}
      </div>
    </>
  )
}
