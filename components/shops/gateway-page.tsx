'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
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
  const { data } = query
  return (
    <>
      <PageHeader title={t('gateway.title')} />
      <div className="grid max-w-3xl gap-4">
        {query.isError && !data && <QueryError query={query} title={t('gateway.failedTitle')} />}
        {data && (
          <>
            <Card>
              <Section title={t('gateway.addresses')}>
                <p className="mb-4 text-md/5 text-muted">
                  {t(data.mode === 'sandbox' ? 'gateway.sandboxText' : 'gateway.addressesText')}
                </p>
                <AddressesForm shop={shop} connection={data} />
              </Section>
            </Card>
            <Card>
              <Section title={t('gateway.key')}>
                <SecretKey shop={shop} liveShopName={liveShopName} connection={data} />
              </Section>
            </Card>
          </>
        )}
      </div>
    </>
  )
}
