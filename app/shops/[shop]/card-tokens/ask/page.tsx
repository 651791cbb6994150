import { AskForm } from '@/components/card-tokens/ask/ask-form'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { askedCustomer } from '@/lib/card-tokens/server/asked-customer'
import { reachableNotificationUrl } from '@/lib/card-tokens/server/tokenize'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('cardTokens', (t) => t('ask'))

/** With `?customer=`, the form is for that customer. */
async function Page({ params, searchParams }: PageProps<'/shops/[shop]/card-tokens/ask'>) {
  const context = await pageContext((await params).shop, 'checkouts.create')
  if (context.shop.archivedAt) return <ArchivedShop />
  const { customer: id } = await searchParams
  const { shop } = context
  const customer = typeof id === 'string' ? await askedCustomer(context, id) : null
  return (
    <AskForm
      shop={shop.id}
      liveShopName={shop.mode === 'live' ? shop.name : null}
      notificationUrl={reachableNotificationUrl(context)}
      pageDefaults={shop.pageDefaults}
      customer={customer}
    />
  )
}

export default withWords(Page, 'shops/[shop]/card-tokens/ask/page')
