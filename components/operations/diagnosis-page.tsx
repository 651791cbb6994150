'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations, useLocale } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { DownloadLink } from '@/components/dialogs/download-link'
import { Card, Section } from '@/components/ui/card'
import { Badge } from '@/components/ui/text/badge'
import { PageTitle } from '@/components/ui/page-title'
import { diagnosisFileAddress, diagnosisOptions } from '@/lib/operations/client'
import { QueueCard, ShopCard, useDuration } from './diagnosis-work'
import { useSizeText } from '@/components/import/size-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Link } from '@/components/ui/link'
import { DescriptionList } from '@/components/ui/text/description-list'
import { formatDate } from '@/lib/core/format/dates'
import type { Diagnosis } from '@/lib/operations/diagnosis'

/** The health of the installation, for its administrators. */
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
            <DownloadLink address={diagnosisFileAddress} isProofNeeded variant="secondary">
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

/** Versions, and the instance that answered. */
function ApplicationCard({ diagnosis }: { diagnosis: Diagnosis }) {
  const t = useTranslations('diagnosis')
  const size = useSizeText()
  const duration = useDuration()
  const { instance, logged } = diagnosis
  const items = [
    { term: t('version'), value: diagnosis.application },
    { term: t('node'), value: diagnosis.node },
    { term: t('platform'), value: <bdi>{diagnosis.platform}</bdi> },
    { term: t('machine'), value: <bdi>{instance.machine}</bdi> },
    { term: t('uptime'), value: duration(instance.uptime_seconds) },
    {
      term: t('memory'),
      value: t('memoryText', { rss: size(instance.memory_bytes), heap: size(instance.heap_bytes) }),
    },
    { term: t('eventLoop'), value: t('eventLoopText', { ms: instance.event_loop_p99_ms }) },
    {
      term: t('logged'),
      value: t('loggedText', {
        errors: logged.last_hour.errors,
        warnings: logged.last_hour.warnings,
        allErrors: logged.since_start.errors,
        allWarnings: logged.since_start.warnings,
      }),
    },
  ]
  return <Facts title={t('application')} items={items} />
}

function DatabaseCard({ diagnosis: { database, disk, backup } }: { diagnosis: Diagnosis }) {
  const t = useTranslations('diagnosis')
  const locale = useLocale()
  const size = useSizeText()
  const date = (at: string) => formatDate(new Date(at), 'UTC', locale)
  const items = [
    { term: t('kind'), value: t(`kinds.${database.kind}`) },
    { term: t('version'), value: database.server },
    { term: t('size'), value: size(database.bytes) },
    ...database.versions.map(({ schema, is_current: isCurrent, last }) => ({
      term: t(`schemas.${schema}`),
      value: t(isCurrent ? 'current' : 'notCurrent', { date: date(last) }),
    })),
    ...(database.replica === null
      ? []
      : [{ term: t('replica'), value: <ReplicaState replica={database.replica} /> }]),
    ...(disk === null
      ? []
      : [{ term: t('disk'), value: t('diskText', { free: size(disk.free_bytes), all: size(disk.bytes) }) }]),
    { term: t('backup'), value: <LastBackup backup={backup} /> },
  ]
  return <Facts title={t('database')} items={items} />
}

type Replica = NonNullable<Diagnosis['database']['replica']>

function ReplicaState({ replica }: { replica: Replica }) {
  const t = useTranslations('diagnosis')
  const size = useSizeText()
  const { state, behind_bytes: behind, answered, passed_on: passedOn } = replica
  return (
    <>
      <span className={state === 'current' ? undefined : 'text-warn'}>{t(`replicas.${state}`)}</span>
      {behind !== null && behind > 0 && ` · ${t('replicaBehind', { size: size(behind) })}`}
      {` · ${t('replicaReads', { answered, passedOn })}`}
    </>
  )
}

function LastBackup({ backup }: Pick<Diagnosis, 'backup'>) {
  const t = useTranslations('diagnosis')
  const { last_good_at: at, last_outcome: outcome, is_overdue: isOverdue } = backup
  return (
    <>
      {at === null ? t('never') : <RelativeTime at={at} />}
      {isOverdue && <span className="text-warn"> · {t('overdue')}</span>}
      {outcome !== null && outcome !== 'good' && <span className="text-warn"> · {t('lastFailed')}</span>}
      {' · '}
      <Link href="/installation/backups" className="text-accent underline">
        {t('showBackups')}
      </Link>
    </>
  )
}

interface FactsProps {
  title: string
  items: Parameters<typeof DescriptionList>[0]['items']
}

const Facts = ({ title, items }: FactsProps) => (
  <Card>
    <Section title={title}>
      <DescriptionList items={items} className="sm:grid-cols-[minmax(150px,200px)_1fr]" />
    </Section>
  </Card>
)
