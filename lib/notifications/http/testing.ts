import 'server-only'
import { beforeEach, expect } from 'vitest'
import type { NotificationDetail, NotificationPage } from '@/lib/notifications/schema'
import { notificationDeliveries, notifications } from '@/lib/notifications/server/tables'
import type { TestApplication } from '../../testing/application'
import { apiOf, browser } from '../../testing/browser'
import { checkoutClient } from '../../testing/checkouts'
import { eventually } from '../../testing/eventually'

/** For tests: a transaction in a notification of the gateway. */
export const transaction = (change: Record<string, unknown> = {}) => ({
  transaction: {
    uid: crypto.randomUUID(),
    status: 'successful',
    type: 'payment',
    amount: 1250,
    currency: 'EUR',
    ...change,
  },
})

/** For tests: sends notifications, and reads them over HTTP. Each test begins with none. */
export function notificationsAt(app: TestApplication) {
  const client = checkoutClient(app)
  const rows = () => app.engine.db.select().from(notifications).where(app.whereShop(notifications))
  const expectProcessed = (all: Awaited<ReturnType<typeof rows>>) =>
    expect(all.every((row) => row.processedAt !== null)).toBe(true)
  beforeEach(async () => {
    await eventually(async () => expectProcessed(await rows()))
    await app.clear(notificationDeliveries)
    await app.clear(notifications)
  })
  const api = apiOf(app)
  const call = <Body>(method: string, path: string, body?: unknown) => {
    browser.person = app.owner.actor
    return api<Body>(method, path, body)
  }
  const list = async (query = '') => (await call<NotificationPage>('GET', `/notifications${query}`)).body
  const read = async (id: string) => (await call<NotificationDetail>('GET', `/notifications/${id}`)).body
  /** Waits until there are `count`, all processed. */
  const settled = (count: number) =>
    eventually(async () => {
      const all = await rows()
      expect(all).toHaveLength(count)
      expectProcessed(all)
      return all
    })
  return { client, rows, call, list, read, settled }
}
