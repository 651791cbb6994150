import { ReportPage } from '@/components/payments/report/report-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageContext } from '@/lib/core/server/auth/access'
import { describeShop } from '@/lib/shops/server/describe'

export const generateMetadata = titled('paymentReport', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/payments/report'>) {
  const context = await pageContext((await params).shop, 'statistics.read')
  return <ReportPage shop={describeShop(context)} />
}

export default withWords(Page, 'shops/[shop]/payments/report/page')
