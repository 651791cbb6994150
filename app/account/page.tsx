import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PersonFrame } from '@/components/account/person-frame'
import { AccountPage } from '@/components/account/account-page'
import { chosenTheme } from '@/components/frame/account/chosen-theme'
import { OwnTokens } from '@/components/api-tokens/own-tokens'
import { ownTokensOptions } from '@/lib/api-tokens/client'
import { listOwnTokens } from '@/lib/api-tokens/server/tokens'
import { factorsOptions, identitiesOptions, profileOptions, sessionsOptions } from '@/lib/account/client'
import { listFactors } from '@/lib/account/server/factors'
import { listIdentities } from '@/lib/account/server/identities'
import { readProfile } from '@/lib/account/server/profile'
import { listSessions } from '@/lib/account/server/sessions'
import { getQueryClient } from '@/lib/core/client/client'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { accountPageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'

export const generateMetadata = titled('account', (t) => t('title'))

async function Page() {
  const context = await accountPageContext()
  const client = getQueryClient()
  await Promise.all([
    client.query({ ...profileOptions(), queryFn: () => pageQuery(() => readProfile(context)) }),
    client.query({ ...factorsOptions(), queryFn: () => pageQuery(() => listFactors(context)) }),
    client.query({ ...identitiesOptions(), queryFn: () => pageQuery(() => listIdentities(context)) }),
    client.query({ ...sessionsOptions(), queryFn: () => pageQuery(() => listSessions(context)) }),
    client.query({ ...ownTokensOptions(), queryFn: () => pageQuery(() => listOwnTokens(context)) }),
  ])
  return (
    <PersonFrame person={context.person}>
      <HydrationBoundary state={dehydrate(client)}>
        <AccountPage theme={await chosenTheme()} tokens={<OwnTokens />} />
      </HydrationBoundary>
    </PersonFrame>
  )
}

export default withWords(Page, 'account/page')
