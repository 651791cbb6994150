import { AppearancePage } from '@/components/shops/appearance-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { appearanceOptions } from '@/lib/shops/client'
import { readAppearance } from '@/lib/shops/server/settings/appearance'
import { answer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('shops', (t) => t('appearance.title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/appearance'>) {
  const context = await pageContext((await params).shop, 'shop.configure')
  const { id } = context.shop
  const settings = answer(appearanceOptions(id), () => readAppearance(context))
  return (
    <Prefetched answers={[settings]}>
      <AppearancePage shop={id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/settings/appearance/page')
