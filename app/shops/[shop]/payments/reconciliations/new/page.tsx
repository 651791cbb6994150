import type { Metadata } from 'next'
import { NewReconciliationPage } from '@/components/payments/reconciliation/new-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('reconciliation')('new') })

async function Page({ params }: PageProps<'/shops/[shop]/payments/reconciliations/new'>) {
  const { shop } = await pageContext((await params).shop, 'payments.reconcile')
  return <NewReconciliationPage shop={shop.id} />
}

export default withWords(Page, 'imports', 'paymentList', 'reconciliation')
