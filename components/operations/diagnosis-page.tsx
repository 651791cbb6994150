'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { DownloadLink } from '@/components/dialogs/download-link'
import { Card, Section } from '@/components/ui/card'
import { Badge } from '@/components/ui/text/badge'
import { PageTitle } from '@/components/ui/page-title'
import { diagnosisFileAddress, diagnosisOptions } from '@/lib/operations/client'
import { ApplicationCard, DatabaseCard } from './diagnosis-facts'
import { QueueCard, ShopCard } from './diagnosis-work'

/** How the installation is, for its administrators. */
export function DiagnosisPage() {
  const t = useTranslations('diagnosis')
  const query = useQuery(diagnosisOptions())
  return (
    <>
      <PageTitle className="mb-1">{t('title')}</PageTitle>
      <p className="mb-4 text-md text-muted">{t('about')}</p>
      <RefreshNotice query={query} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && (
          <>
            <Ready missing={query.data.missing} />
            <ApplicationCard diagnosis={query.data} />
            <DatabaseCard diagnosis={query.data} />
            <ShopCard shops={query.data.shops} />
            <QueueCard queues={query.data.queues} />
          </>
        )}
        <Card>
          <Section title={t('download')}>
            <p className="mb-3 text-md/5">{t('downloadHint')}</p>
            <DownloadLink address={diagnosisFileAddress} needsProof variant="secondary">
              {t('download')}
            </DownloadLink>
          </Section>
        </Card>
      </div>
    </>
  )
}

function Ready({ missing }: { missing: readonly ('database' | 'disk')[] }) {
  const t = useTranslations('diagnosis')
  return (
    <p role="status" className="flex flex-wrap items-center gap-2 text-md">
      <Badge tone={missing.length === 0 ? 'ok' : 'bad'} hasDot>
        {t(missing.length === 0 ? 'ready' : 'notReady')}
      </Badge>
      {missing.map((one) => t(`missing.${one}`)).join(' ')}
    </p>
  )
}
