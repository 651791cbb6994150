import type { Metadata } from 'next'
import { TokensPage } from '@/components/api-tokens/tokens-page'
import { apiTokensOptions } from '@/lib/api-tokens/client'
import { listTokens } from '@/lib/api-tokens/server/shop-tokens'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { answer, Prefetched } from '../../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('apiTokens')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/api-tokens'>) {
  const context = await pageContext((await params).shop, 'api_tokens.manage')
  const { id, name } = context.shop
  const settings = answer(apiTokensOptions(id), () => listTokens(context))
  return (
    <Prefetched answers={[settings]}>
      <TokensPage shop={id} shopName={name} />
    </Prefetched>
  )
}

export default withWords(Page, 'apiTokens', 'table', 'time')
