'use client'
import { Download, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { defineExport, exportedRows, useExportDialog } from '@/components/list/export-button'
import { ListBody } from '@/components/list/list-page'
import { ListHeader } from '@/components/list/list-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageTitle } from '@/components/ui/page-title'
import { activityAddress } from '@/lib/activity/client'
import { installation } from '@/lib/core/client/keys'
import { type ActivityList, useActivityList } from './activity-list'
import { EntryCard } from './entry'

const activityExport = defineExport({
  of: 'activity',
  permission: 'activity.read',
  isPersonal: true,
  hasJson: true,
  columns: async () => ({ all: (await import('@/lib/activity/export')).activityExportColumns }),
})

/** The activity of a shop, or of the `installation`. Reading it and exporting it need the same permission. */
export function ActivityPage({ shop }: { shop: string }) {
  const t = useTranslations('activity')
  const exports = useTranslations('exports')
  const list = useActivityList(shop)
  const address = `${activityAddress(shop)}/export`
  const { open, dialog } = useExportDialog(activityExport, { ...exportedRows(list), address })
  const isInstallation = shop === installation
  return (
    <>
      <Header list={list}>
        <Button
          icon={<Download aria-hidden size={15} />}
          onHoverStart={() => void activityExport.load()}
          onPress={open}
        >
          {exports('export')}
        </Button>
      </Header>
      <p className="mb-4 max-w-2xl text-md text-muted">{t(isInstallation ? 'installationAbout' : 'about')}</p>
      <ListBody
        list={list}
        hrefOf={null}
        renderCard={(entry) => <EntryCard entry={entry} shop={shop} />}
        empty={
          <EmptyState icon={<History size={19} />} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}

/** Pages of the installation are outside the shop's frame, whose top bar shows the title on phones. */
function Header({ list, children }: { list: ActivityList; children: ReactNode }) {
  const t = useTranslations('activity')
  if (list.shop !== installation) return <ListHeader list={list} actions={children} />
  const { page, total, isTotalExact } = list
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <PageTitle>{t('installationTitle')}</PageTitle>
      {page && (
        <span className="text-md text-muted tabular-nums">
          {t(isTotalExact ? 'total' : 'totalAbout', { total })}
        </span>
      )}
      <span className="ms-auto">{children}</span>
    </div>
  )
}
