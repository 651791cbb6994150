import { ReconciliationPage } from '@/components/payments/reconciliation/run-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { reconciliationOptions } from '@/lib/payments/reconciliation-client'
import { readReconciliation } from '@/lib/payments/server/reconciliation/read'
import { answer, Prefetched } from '@/lib/pages/prefetched'

export const generateMetadata = titled('reconciliation', (t) => t('one'))

async function Page({ params }: PageProps<'/shops/[shop]/payments/reconciliations/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'payments.reconcile')
  const detail = answer(reconciliationOptions(shopId, id), () => readReconciliation(context, id))
  const { mode, name } = context.shop
  return (
    <Prefetched answers={[detail]}>
      <ReconciliationPage key={id} shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/payments/reconciliations/[id]/page')
