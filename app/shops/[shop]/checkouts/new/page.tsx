import { NewCheckout } from '@/components/checkouts/new/new-checkout'
import { prefillOf } from '@/components/checkouts/new/draft/prefill'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { notificationAddresses } from '@/lib/checkouts/server/create'
import { listTemplates } from '@/lib/checkouts/server/templates'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('checkoutForm', (t) => t('title'))

/** Search parameters prefill the form (prefill.ts). */
async function Page({ params, searchParams }: PageProps<'/shops/[shop]/checkouts/new'>) {
  const context = await pageContext((await params).shop, 'checkouts.create')
  const { shop, actor } = context
  if (shop.archivedAt) return <ArchivedShop />
  const prefill = prefillOf(await searchParams)
  return (
    <NewCheckout
      key={JSON.stringify(prefill)}
      shop={shop.id}
      userId={actor.userId}
      liveShopName={shop.mode === 'live' ? shop.name : null}
      addresses={notificationAddresses(context)}
      checkoutUrl={shop.checkoutUrl}
      templates={(await listTemplates(context)).items}
      attempts={shop.checkoutAttempts}
      pageDefaults={shop.pageDefaults}
      prefill={prefill}
    />
  )
}

export default withWords(Page, 'shops/[shop]/checkouts/new/page')
