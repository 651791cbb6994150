import { RetentionPage } from '@/components/customers/retention/retention-page'
import { titled } from '@/lib/core/server/i18n/page'
import { retentionOptions } from '@/lib/customers/retention-client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readRetention } from '@/lib/customers/server/anonymising/retention'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('retention', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/retention'>) {
  const context = await pageContext((await params).shop, 'retention.manage')
  const { id, name, mode } = context.shop
  const settings = answer(retentionOptions(id), () => readRetention(context))
  return (
    <Prefetched answers={[settings]}>
      <RetentionPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/settings/retention/page')
