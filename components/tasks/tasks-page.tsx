'use client'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, Upload } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/data-table/data-table'
import { QueryError, tableStatus } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { listedTasks } from '@/lib/contracts/task'
import { taskPermissions } from '@/lib/contracts/task-permissions'
import { taskListOptions } from '@/lib/queries/tasks'
import { TaskCard, useTaskColumns } from './list'

/** The newest jobs of the shop, whoever ordered them. */
export function TasksPage({ shop }: { shop: string }) {
  const t = useTranslations('tasks')
  const query = useQuery(taskListOptions(shop))
  const columns = useTaskColumns()
  const tasks = query.data?.items ?? []
  const hrefOf = ({ id }: { id: string }) => `/shops/${shop}/jobs/${id}` as Route
  const load = <ImportLinks shop={shop} />
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={tasks.length >= listedTasks && <span>{t('newest', { count: tasks.length })}</span>}
        // Where there are none, they stand in their place.
        actions={tasks.length > 0 && load}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={tasks}
        rowId={({ id }) => id}
        rowHref={hrefOf}
        sort="-created_at"
        onSortChange={() => {}}
        status={tableStatus(query)}
        empty={
          <EmptyState icon={<ListChecks size={19} />} title={t('empty')} action={load}>
            {t('emptyText')}
          </EmptyState>
        }
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(task) => <TaskCard task={task} href={hrefOf(task)} />}
      />
    </>
  )
}

/** To the imports that who looks may order. */
function ImportLinks({ shop }: { shop: string }) {
  const t = useTranslations('imports')
  const mayProducts = useMay(taskPermissions['products.import'].order)
  const mayCheckouts = useMay(taskPermissions['checkouts.import'].order)
  const mayCustomers = useMay(taskPermissions['customers.import'].order)
  const icon = <Upload aria-hidden size={15} />
  return (
    <span className="flex flex-wrap gap-2 max-md:justify-center">
      {mayProducts && (
        <LinkButton href={`/shops/${shop}/products/import` as Route} icon={icon}>
          {t('ofProducts')}
        </LinkButton>
      )}
      {mayCheckouts && (
        <LinkButton href={`/shops/${shop}/checkouts/import` as Route} icon={icon}>
          {t('ofCheckouts')}
        </LinkButton>
      )}
      {mayCustomers && (
        <LinkButton href={`/shops/${shop}/customers/import` as Route} icon={icon}>
          {t('ofCustomers')}
        </LinkButton>
      )}
    </span>
  )
}
