import { TokensPage } from '@/components/api-tokens/tokens-page'
import { apiTokensOptions } from '@/lib/api-tokens/client'
import { listTokens } from '@/lib/api-tokens/server/tokens'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { answer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('apiTokens', (t) => t('title'))

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

export default withWords(Page, 'shops/[shop]/settings/api-tokens/page')
