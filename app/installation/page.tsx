import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PersonFrame } from '@/components/account/person-frame'
import { OpenAlerts } from '@/components/alerts/open-alerts'
import { InstallationPage } from '@/components/shops/installation/installation-page'
import { getQueryClient } from '@/lib/core/client/client'
import { installation } from '@/lib/core/client/keys'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { administratorPageContext } from '@/lib/core/server/auth/administrator'
import { installationChangesOptions, installationOptions, mailSettingsOptions } from '@/lib/shops/client'
import { readInstallation } from '@/lib/shops/server/settings/installation'
import { readMailSettings } from '@/lib/shops/server/settings/mail-settings'
import { readInstallationChanges } from '@/lib/shops/server/settings/settings-changes'

export const generateMetadata = titled('installation', (t) => t('title'))

async function Page() {
  const context = await administratorPageContext()
  const client = getQueryClient()
  await Promise.all([
    client.query({ ...installationOptions(), queryFn: () => readInstallation(context) }),
    client.query({
      ...installationChangesOptions(),
      queryFn: () => readInstallationChanges(context),
    }),
    client.query({ ...mailSettingsOptions(), queryFn: () => readMailSettings(context) }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PersonFrame person={context.person}>
        <div className="mb-4 empty:hidden">
          <OpenAlerts shop={installation} />
        </div>
        <InstallationPage />
      </PersonFrame>
    </HydrationBoundary>
  )
}

export default withWords(Page, 'installation/page')
