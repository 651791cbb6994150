import { CardTokenPage } from '@/components/card-tokens/page/card-token-page'
import { titled } from '@/lib/core/server/i18n/page'
import { cardTokenDetailOptions } from '@/lib/card-tokens/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { cardTokenDetail } from '@/lib/card-tokens/server/detail'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('cardTokens', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/card-tokens/[id]'>) {
  const { shop, id } = await params
  const context = await pageContext(shop, 'card_tokens.read')
  const detail = answer(cardTokenDetailOptions(shop, id), () => cardTokenDetail(context, id))
  return (
    <Prefetched answers={[detail]}>
      <CardTokenPage key={id} shop={shop} id={id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/card-tokens/[id]/page')
