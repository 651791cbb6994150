import { AccountFrame } from '@/components/account/account-frame'
import { AddShopPage } from '@/components/shops/add-shop-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { adderPageContext } from '@/lib/core/server/auth/administrator'
import { config } from '@/lib/core/server/config/config'

export const generateMetadata = titled('shops', (t) => t('title'))

async function Page() {
  const { person } = await adderPageContext()
  return (
    <AccountFrame userId={person.userId} email={person.email} timeZone={person.timeZone ?? null}>
      <AddShopPage hasSandbox={config.get().sandbox !== null} />
    </AccountFrame>
  )
}

export default withWords(Page, 'shops/new/page')
