import { DirectForm } from '@/components/card-tokens/direct/direct-form'
import { SwitchedOff } from '@/components/card-tokens/direct/switched-off'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { reachableNotificationUrl } from '@/lib/card-tokens/server/tokenize'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('cardTokens', (t) => t('direct.title'))

async function Page({ params }: PageProps<'/shops/[shop]/card-tokens/new'>) {
  const context = await pageContext((await params).shop, 'card_tokens.create')
  const { shop } = context
  if (shop.archivedAt) return <ArchivedShop />
  if (!shop.hasDirectTokenization) return <SwitchedOff shop={shop.id} />
  return (
    <DirectForm
      shop={shop.id}
      liveShopName={shop.mode === 'live' ? shop.name : null}
      hasThreeDSecure={shop.hasThreeDSecure}
      notificationUrl={reachableNotificationUrl(context)}
    />
  )
}

export default withWords(Page, 'shops/[shop]/card-tokens/new/page')
