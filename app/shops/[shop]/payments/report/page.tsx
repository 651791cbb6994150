import { ReportPage } from '@/components/payments/report/report-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = titled('paymentReport', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/payments/report'>) {
  const { shop } = await pageContext((await params).shop, 'statistics.read')
  return <ReportPage shop={shop.id} />
}

export default withWords(Page, 'paymentList', 'paymentReport', 'table', 'time')
