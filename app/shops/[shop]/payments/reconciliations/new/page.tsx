import { NewReconciliationPage } from '@/components/payments/reconciliation/new-page'
import { ArchivedShop } from '@/lib/pages/archived-shop'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = titled('reconciliation', (t) => t('new'))

async function Page({ params }: PageProps<'/shops/[shop]/payments/reconciliations/new'>) {
  const { shop } = await pageContext((await params).shop, 'payments.reconcile')
  if (shop.archivedAt) return <ArchivedShop />
  return <NewReconciliationPage shop={shop.id} />
}

export default withWords(Page, 'shops/[shop]/payments/reconciliations/new/page')
