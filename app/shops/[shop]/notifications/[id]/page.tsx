import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NotificationPage } from '@/components/notifications/detail/detail-page'
import type { NotificationDetail } from '@/lib/contracts/notification'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { notificationDetailOptions } from '@/lib/queries/notifications'
import { pageContext } from '@/lib/server/auth/access'
import { pageQuery } from '@/lib/server/auth/page-query'
import { AppError } from '@/lib/server/errors'
import { readNotificationDetail } from '@/lib/server/notifications/read'
import { describeShop } from '@/lib/server/shops/describe'

export const generateMetadata = (): Metadata => ({ title: getTranslator('notifications')('detail') })

/** The page reads the text where there is one: what could be read of it, twice as long and any depth, is not sent too. */
const withoutTwin = (detail: NotificationDetail): NotificationDetail =>
  detail.raw === null ? detail : { ...detail, payload: null }

export default async function Page({ params }: PageProps<'/shops/[shop]/notifications/[id]'>) {
  const { shop: shopId, id } = await params
  const context = await pageContext(shopId, 'notifications.read')
  const client = getQueryClient()
  await client
    .query({
      ...notificationDetailOptions(shopId, id),
      queryFn: () => pageQuery(async () => withoutTwin(await readNotificationDetail(context, id))),
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      throw error
    })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NotificationPage key={id} shop={describeShop(context)} id={id} />
    </HydrationBoundary>
  )
}
