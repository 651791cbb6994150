import type { Metadata } from 'next'
import { CheckoutsPage } from '@/components/checkouts/checkouts-page'
import { checkoutListOptions, checkoutListParams } from '@/lib/checkouts/client'
import { checkoutListQuery } from '@/lib/checkouts/schema'
import { listCheckouts } from '@/lib/checkouts/server/list'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { listPage } from '../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('checkouts')('title') })

const Page = listPage({
  path: 'checkouts',
  permission: 'checkouts.read',
  params: checkoutListParams,
  query: checkoutListOptions,
  read: (context, filters) => listCheckouts(context, checkoutListQuery.parse(filters)),
  show: ({ shop }) => <CheckoutsPage shop={shop.id} />,
})

export default withWords(
  Page,
  'amounts',
  'checkouts',
  'days',
  'exports',
  'imports',
  'mirror',
  'table',
  'time',
  'typedMoney',
)
