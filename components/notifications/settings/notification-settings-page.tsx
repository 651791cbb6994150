'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { notificationSettingsOptions } from '@/lib/notifications/settings-client'
import { Addresses } from './addresses'
import { EvidenceForm } from './evidence-form'
import { RetentionForm } from './retention-form'
import { VerificationForm } from './verification-form'

interface NotificationSettingsPageProps {
  shop: string
  /** Of a live shop, which is named where something cannot be undone. */
  liveShopName: string | null
}

/** Where the provider posts, what is believed of it, how questions before a payment are answered, and what is kept. */
export function NotificationSettingsPage({ shop, liveShopName }: NotificationSettingsPageProps) {
  const t = useTranslations('notificationSettings')
  const query = useQuery(notificationSettingsOptions(shop))
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="grid max-w-3xl gap-4">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && (
          <>
            <Addresses shop={shop} liveShopName={liveShopName} settings={query.data} />
            <EvidenceForm shop={shop} settings={query.data} />
            <VerificationForm shop={shop} settings={query.data} />
            <RetentionForm shop={shop} liveShopName={liveShopName} settings={query.data} />
          </>
        )}
      </div>
    </>
  )
}
