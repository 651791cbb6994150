import { ReconciliationsPage } from '@/components/payments/reconciliation/reconciliations-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { reconciliationListQuery } from '@/lib/payments/reconciliation/reconciliation'
import { reconciliationListOptions } from '@/lib/payments/reconciliation-client'
import { listReconciliations } from '@/lib/payments/server/reconciliation/read'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { trailAnswer } from '@/lib/pages/trail-answer'

export const generateMetadata = titled('reconciliation', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/payments/reconciliations'>) {
  const context = await pageContext((await params).shop, 'payments.reconcile')
  const { shop } = context
  const list = trailAnswer(searchParams, reconciliationListQuery.shape.cursor, (cursor) =>
    answer(reconciliationListOptions(shop.id, cursor), () =>
      listReconciliations(context, reconciliationListQuery.parse({ cursor })),
    ),
  )
  return (
    <Prefetched answers={[list]}>
      <ReconciliationsPage shop={shop.id} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/payments/reconciliations/page')
