import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ReconciliationPage } from '@/components/payments/reconciliation/run-page'
import { getQueryClient } from '@/lib/core/client/client'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { AppError } from '@/lib/core/server/errors'
import { reconciliationOptions } from '@/lib/payments/reconciliation-client'
import { readReconciliation } from '@/lib/payments/server/reconciliation/read'

export const generateMetadata = (): Metadata => ({ title: getTranslator('reconciliation')('one') })

async function Page({ params }: PageProps<'/shops/[shop]/payments/reconciliations/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'payments.reconcile')
  const client = getQueryClient()
  await client
    .query({
      ...reconciliationOptions(shopId, id),
      queryFn: () => pageQuery(() => readReconciliation(context, id)),
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      throw error
    })
  const { mode, name } = context.shop
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ReconciliationPage key={id} shop={shopId} id={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'customers', 'paymentList', 'paymentState', 'reconciliation', 'table', 'time')
