import { PersonFrame } from '@/components/account/person-frame'
import { ActivityPage } from '@/components/activity/activity-page'
import { installation } from '@/lib/core/client/keys'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { administratorPageContext } from '@/lib/core/server/auth/administrator'

export const generateMetadata = titled('activity', (t) => t('installationTitle'))

/** The browser requests the entries: a link from an older address may hold filters that are wrong by now. */
async function Page() {
  const { person } = await administratorPageContext()
  return (
    <PersonFrame person={person} isWide>
      <ActivityPage shop={installation} />
    </PersonFrame>
  )
}

export default withWords(Page, 'installation/activity/page')
