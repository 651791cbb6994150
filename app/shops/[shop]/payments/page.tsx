import { PaymentsPage } from '@/components/payments/payments-page'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { paymentListOptions, paymentListParams } from '@/lib/payments/client'
import { paymentListQuery } from '@/lib/payments/list'
import { listPayments } from '@/lib/payments/server/listing/list'
import { describeShop } from '@/lib/shops/server/describe'
import { listPage } from '@/lib/pages/prefetched'

export const generateMetadata = titled('paymentList', (t) => t('title'))

const Page = listPage({
  path: 'payments',
  permission: 'payments.read',
  params: paymentListParams,
  query: paymentListOptions,
  read: (context, filters) => listPayments(context, paymentListQuery.parse(filters)),
  show: (context) => <PaymentsPage shop={describeShop(context)} />,
})

export default withWords(Page, 'shops/[shop]/payments/page')
