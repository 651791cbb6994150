import type { Metadata } from 'next'
import { GatewayPage } from '@/components/shops/gateway-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { connectionOptions } from '@/lib/shops/client'
import { readConnection } from '@/lib/shops/server/connection'
import { answer, Prefetched } from '../../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('shops')('gateway.title') })

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

export default withWords(Page, 'shops', 'table', 'time')
