import { AccountFrame } from '@/components/account/account-frame'
import { ActivityPage } from '@/components/activity/activity-page'
import { installation } from '@/lib/core/client/keys'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { administratorPageContext } from '@/lib/core/server/auth/administrator'

export const generateMetadata = titled('activity', (t) => t('installationTitle'))

/** The browser asks for the entries: a link from an older address may hold filters that are wrong by now. */
async function Page() {
  const { person } = await administratorPageContext()
  return (
    <AccountFrame userId={person.userId} email={person.email} timeZone={person.timeZone ?? null} isWide>
      <ActivityPage shop={installation} />
    </AccountFrame>
  )
}

export default withWords(Page, 'installation/activity/page')
