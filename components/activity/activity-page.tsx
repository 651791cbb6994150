'use client'
import { Download, History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { defineExport, exportedRows, useExportDialog } from '@/components/list/export-button'
import { ListBody } from '@/components/list/list-body'
import { ListHeader } from '@/components/list/list-header'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { activityAddress, installation } from '@/lib/activity/client'
import { useActivityList } from './activity-list'
import { EntryCard } from './entry'

const activityExport = defineExport('activity.read', () => import('./export-dialog'))

/** The activity of a shop, or of the `installation`. Whoever may open it may export it. */
export function ActivityPage({ shop }: { shop: string }) {
  const t = useTranslations('activity')
  const exports = useTranslations('exports')
  const list = useActivityList(shop)
  const address = `${activityAddress(shop)}/export`
  const { open, dialog } = useExportDialog(activityExport, { ...exportedRows(list), address })
  const isInstallation = shop === installation
  return (
    <>
      <ListHeader
        list={list}
        title={isInstallation ? t('installationTitle') : undefined}
        actions={
          <Button
            icon={<Download aria-hidden size={15} />}
            onHoverStart={() => void activityExport.load()}
            onPress={open}
          >
            {exports('export')}
          </Button>
        }
      />
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
