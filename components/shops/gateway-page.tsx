'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SettingsPage } from '@/components/settings/settings-page'
import { Card, Section } from '@/components/ui/card'
import { connectionOptions } from '@/lib/shops/client'
import { AddressesForm } from './addresses-form'
import { SecretKey } from './secret-key'

interface GatewayPageProps {
  shop: string
  /** The shop's name if it is live; otherwise null. */
  liveShopName: string | null
}

/** The shop's connection: addresses, a test, and the secret key. */
export function GatewayPage({ shop, liveShopName }: GatewayPageProps) {
  const t = useTranslations('shops')
  const query = useQuery(connectionOptions(shop))
  return (
    <SettingsPage title={t('gateway.title')} query={query} failedTitle={t('gateway.failedTitle')}>
      {(connection) => (
        <>
          <Card>
            <Section title={t('gateway.addresses')}>
              <p className="mb-4 text-md/5 text-muted">
                {t(connection.mode === 'sandbox' ? 'gateway.sandboxText' : 'gateway.addressesText')}
              </p>
              <AddressesForm shop={shop} connection={connection} />
            </Section>
          </Card>
          <Card>
            <Section title={t('gateway.key')}>
              <SecretKey shop={shop} liveShopName={liveShopName} connection={connection} />
            </Section>
          </Card>
        </>
      )}
    </SettingsPage>
  )
}
