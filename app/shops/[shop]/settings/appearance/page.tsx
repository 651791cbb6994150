import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AppearancePage } from '@/components/shops/appearance/appearance-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { appearanceOptions } from '@/lib/shops/client'
import { readAppearance } from '@/lib/shops/server/appearance'

export const generateMetadata = (): Metadata => ({ title: getTranslator('shops')('appearance.title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/appearance'>) {
  const context = await pageContext((await params).shop, 'shop.configure')
  const { id } = context.shop
  const client = getQueryClient()
  await client.query({ ...appearanceOptions(id), queryFn: () => pageQuery(() => readAppearance(context)) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AppearancePage shop={id} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops', 'table', 'time')
