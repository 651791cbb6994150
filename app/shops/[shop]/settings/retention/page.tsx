import type { Metadata } from 'next'
import { RetentionPage } from '@/components/customers/retention/retention-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { retentionOptions } from '@/lib/customers/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readRetention } from '@/lib/customers/server/anonymising/retention'
import { withWords } from '@/lib/core/i18n/words'
import { answer, Prefetched } from '../../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('retention')('title') })

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

export default withWords(Page, 'retention', 'table', 'time')
