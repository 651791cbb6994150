'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SettingsPage } from '@/components/settings/settings-page'
import { paymentSettingsOptions } from '@/lib/payments/settings-client'
import { MinorUnitsCard } from './minor-units-card'
import { PageDefaultsCard } from './page-defaults-form'
import { PaymentSettingsForm } from './payment-settings-form'

interface PaymentSettingsPageProps {
  shop: string
  liveShopName: string | null
}

export function PaymentSettingsPage({ shop, liveShopName }: PaymentSettingsPageProps) {
  const t = useTranslations('payments')
  const query = useQuery(paymentSettingsOptions(shop))
  return (
    <SettingsPage title={t('title')} query={query} failedTitle={t('failedTitle')}>
      {(settings) => (
        <>
          <PaymentSettingsForm shop={shop} liveShopName={liveShopName} settings={settings} />
          <PageDefaultsCard shop={shop} />
          <MinorUnitsCard shop={shop} liveShopName={liveShopName} />
        </>
      )}
    </SettingsPage>
  )
}
