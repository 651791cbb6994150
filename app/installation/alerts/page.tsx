import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PersonFrame } from '@/components/account/person-frame'
import { InstallationAlertsPage } from '@/components/alerts/installation-alerts-page'
import { alertsOptions } from '@/lib/alerts/client'
import { listAlerts } from '@/lib/alerts/server/list'
import { getQueryClient } from '@/lib/core/client/client'
import { installation } from '@/lib/core/client/keys'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { administratorPageContext } from '@/lib/core/server/auth/administrator'
import { pageQuery } from '@/lib/core/server/auth/visit'

export const generateMetadata = titled('alerts', (t) => t('installation.title'))

async function Page() {
  const { engine, person } = await administratorPageContext()
  const client = getQueryClient()
  await client.query({
    ...alertsOptions(installation),
    queryFn: () => pageQuery(() => listAlerts({ engine, shop: null })),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PersonFrame person={person}>
        <InstallationAlertsPage />
      </PersonFrame>
    </HydrationBoundary>
  )
}

export default withWords(Page, 'installation/alerts/page')
