'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageTitle } from '@/components/ui/page-title'
import { backupPlanOptions, backupsOptions } from '@/lib/operations/client'
import { BackupList } from './backup-list'
import { PlanForm } from './plan-form'

/** When and where backups are made, and how the last ones ended, for administrators of the installation. */
export function BackupsPage() {
  const t = useTranslations('backups')
  const plan = useQuery(backupPlanOptions())
  const list = useQuery(backupsOptions())
  const failed = [plan, list].find((query) => query.isError && !query.data)
  return (
    <>
      <PageTitle className="mb-1">{t('title')}</PageTitle>
      <p className="mb-4 text-md text-muted">{t('about')}</p>
      <RefreshNotice query={list} />
      <div className="grid gap-4">
        {failed && <QueryError query={failed} title={t('failedTitle')} />}
        {list.data?.is_overdue && (
          <p role="status" className="rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
            {t('overdue')}
          </p>
        )}
        {plan.data && <PlanForm plan={plan.data} />}
        {plan.data && list.data && (
          <BackupList backups={list.data.backups} hasFolder={plan.data.folder !== ''} />
        )}
      </div>
    </>
  )
}
