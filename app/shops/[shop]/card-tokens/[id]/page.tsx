import type { Metadata } from 'next'
import { CardTokenPage } from '@/components/card-tokens/page/card-token-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { cardTokenDetailOptions } from '@/lib/card-tokens/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { cardTokenDetail } from '@/lib/card-tokens/server/detail'
import { withWords } from '@/lib/core/i18n/words'
import { answer, Prefetched } from '../../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('cardTokens')('title') })

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

export default withWords(Page, 'cardTokens', 'table', 'time')
