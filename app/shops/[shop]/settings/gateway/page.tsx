import { GatewayPage } from '@/components/shops/gateway-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { connectionOptions } from '@/lib/shops/client'
import { readConnection } from '@/lib/shops/server/connection/connection'
import { answer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('shops', (t) => t('gateway.title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/gateway'>) {
  const context = await pageContext((await params).shop, 'shop.configure')
  const { id, name, mode } = context.shop
  const settings = answer(connectionOptions(id), () => readConnection(context))
  return (
    <Prefetched answers={[settings]}>
      <GatewayPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/settings/gateway/page')
