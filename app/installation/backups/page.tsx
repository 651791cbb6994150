import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PersonFrame } from '@/components/account/person-frame'
import { BackupsPage } from '@/components/operations/backups-page'
import { getQueryClient } from '@/lib/core/client/client'
import { administratorPageContext } from '@/lib/core/server/auth/administrator'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { backupPlanOptions, backupsOptions } from '@/lib/operations/client'
import { listBackups } from '@/lib/operations/server/backups/list'
import { readBackupPlan } from '@/lib/operations/server/backups/plan'
import { installationChangesOptions } from '@/lib/shops/client'
import { readInstallationChanges } from '@/lib/shops/server/settings/settings-changes'

export const generateMetadata = titled('backups', (t) => t('title'))

async function Page() {
  const context = await administratorPageContext()
  const client = getQueryClient()
  await Promise.all([
    client.query({ ...backupPlanOptions(), queryFn: () => readBackupPlan(context) }),
    client.query({ ...backupsOptions(), queryFn: () => listBackups(context) }),
    client.query({ ...installationChangesOptions(), queryFn: () => readInstallationChanges(context) }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PersonFrame person={context.person}>
        <BackupsPage />
      </PersonFrame>
    </HydrationBoundary>
  )
}

export default withWords(Page, 'installation/backups/page')
