import type { Metadata } from 'next'
import { ReportPage } from '@/components/payments/report/report-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('paymentReport')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/payments/report'>) {
  const { shop } = await pageContext((await params).shop, 'statistics.read')
  return <ReportPage shop={shop.id} />
}

export default withWords(Page, 'paymentList', 'paymentReport', 'table', 'time')
