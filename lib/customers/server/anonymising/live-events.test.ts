import { QueryClient } from '@tanstack/react-query'
import { beforeAll, expect, it } from 'vitest'
import {
  cardTokenKeys,
  checkoutKeys,
  customerKeys,
  forwardingKeys,
  jobKeys,
  notificationKeys,
  paymentKeys,
} from '../../../core/client/keys'
import { applyLiveEvent } from '../../../core/client/live'
import type { LiveEvent } from '../../../core/events'
import { shops } from '../../../core/server/tables/shops'
import { onEachEngine } from '../../../db/testing-engines'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { customersOf } from '../testing'
import { anonymiseCustomer } from './anonymise'
import { retainCustomers } from './retention'

const person = { email: 'maria@x.example', first_name: 'Maria', created_at: '2020-01-01T00:00:00.000Z' }

onEachEngine('the pages of colleagues when a customer is anonymised', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeAll(() => here.synced())

  const shop = 'shop'
  const pages = [
    customerKeys.list(shop, {}),
    notificationKeys.list(shop, {}),
    notificationKeys.detail(shop, 'one'),
    paymentKeys.list(shop, {}),
    paymentKeys.detail(shop, 'one'),
    checkoutKeys.list(shop, {}),
    checkoutKeys.detail(shop, 'one'),
    cardTokenKeys.list(shop, {}),
    cardTokenKeys.detail(shop, 'one'),
    jobKeys.list(shop, undefined),
    jobKeys.rows(shop, 'one', {}),
    forwardingKeys.all(shop),
  ]

  /** Waits until the events of `work` have made every page stale. */
  async function refreshesAll(work: () => Promise<unknown>) {
    const client = new QueryClient()
    for (const page of pages) client.setQueryData(page, {})
    const leave = office.engine.events.subscribe(`shop:${office.context.shop.id}`, (event) =>
      applyLiveEvent(client, shop, JSON.parse(event) as LiveEvent),
    )
    await work()
    await eventually(() =>
      expect(pages.filter((page) => !client.getQueryState(page)?.isInvalidated)).toEqual([]),
    )
    leave()
  }

  it('are refreshed after a request', async () => {
    const [id = ''] = await here.insert(person)
    await refreshesAll(() => anonymiseCustomer(office.context, id))
  })

  it('are refreshed after the end of the retention period', async () => {
    await here.insert(person)
    await office.engine.db.update(shops).set({ retentionMonths: 6 })
    await refreshesAll(() => retainCustomers(office.context, { now: new Date('2031-08-31T12:00:00Z') }))
  })
})
