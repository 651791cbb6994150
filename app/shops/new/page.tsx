import { PersonFrame } from '@/components/account/person-frame'
import { AddShopPage } from '@/components/shops/add-shop-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { adderPageContext } from '@/lib/core/server/auth/administrator'
import { config } from '@/lib/core/server/config/config'

export const generateMetadata = titled('shops', (t) => t('title'))

async function Page() {
  const { person } = await adderPageContext()
  return (
    <PersonFrame person={person}>
      <AddShopPage hasSandbox={config.get().sandbox !== null} />
    </PersonFrame>
  )
}

export default withWords(Page, 'shops/new/page')
