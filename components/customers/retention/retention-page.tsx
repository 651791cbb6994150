'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SettingsPage } from '@/components/settings/settings-page'
import { Card, Section } from '@/components/ui/card'
import { retentionOptions } from '@/lib/customers/retention-client'
import { RetentionForm } from './retention-form'

interface RetentionPageProps {
  shop: string
  /** The name of a live shop, shown where an action cannot be undone; null for other shops. */
  liveShopName: string | null
}

const counted = ['made', 'payment', 'noted'] as const

/** Shows and sets how long the shop keeps inactive customers, and what counts as activity. */
export function RetentionPage({ shop, liveShopName }: RetentionPageProps) {
  const t = useTranslations('retention')
  const query = useQuery(retentionOptions(shop))
  return (
    <SettingsPage title={t('title')} query={query} failedTitle={t('failedTitle')}>
      {(retention) => (
        <Card>
          <Section title={t('customers')}>
            <p className="mb-4 text-md/5">{t('intro')}</p>
            <RetentionForm shop={shop} liveShopName={liveShopName} retention={retention} />
          </Section>
          <Section title={t('activity')}>
            <ul className="grid list-disc gap-1 pl-5 text-md/5">
              {counted.map((what) => (
                <li key={what}>{t(`counted.${what}`)}</li>
              ))}
            </ul>
            <p className="mt-2 text-md/5 text-muted">{t('notCounted')}</p>
          </Section>
        </Card>
      )}
    </SettingsPage>
  )
}
