import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { activityListQuery } from '../../activity/schema'
import { listActivity } from '../../activity/server/list'
import { checkoutListQuery } from '../../checkouts/schema'
import { listCheckouts } from '../../checkouts/server/listing/list'
import { checkoutsOf } from '../../checkouts/server/testing'
import { activity } from '../../core/server/tables/requests'
import { customerListQuery } from '../../customers/schema'
import { listCustomers } from '../../customers/server/listing/list'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { notificationListQuery } from '../../notifications/schema'
import { listNotifications } from '../../notifications/server/reading/list'
import { notifications } from '../../notifications/server/tables'
import { unpaidCheckoutsOf } from '../../overview/server/statistics'
import { paymentListQuery } from '../../payments/list'
import { listPayments } from '../../payments/server/listing/list'
import { testOffice } from '../office'

/** Clocks went back on 25 October 2026: the day has 25 hours in Berlin, from 22:00 to 23:00 UTC. */
const day = '2026-10-25'
const times = ['24T21:59:59', '24T22:00:00', '25T22:59:59', '25T23:00:00'].map(
  (time) => new Date(`2026-10-${time}Z`),
)

onEachEngine('the days of a shop over a change of clocks', (kind) => {
  const office = testOffice(kind)
  const within = (zone: string | null) => ({
    ...office.context,
    shop: { ...office.context.shop, timeZone: zone },
  })

  beforeAll(async () => {
    const { db } = office.engine
    const { shop } = office.context
    const customers = customersOf(office)
    await customers.synced()
    for (const at of times) {
      const notificationId = await customers.notify({
        created_at: at.toISOString(),
        paid_at: at.toISOString(),
      })
      await db
        .update(notifications)
        .set({ receivedAt: at })
        .where(office.whereShop(notifications, eq(notifications.id, notificationId)))
      await checkoutsOf(office).insert({}, { createdAt: at })
      await customers.insert({ created_at: at.toISOString() })
      await db.insert(activity).values({ shopId: shop.id, id: uuidv7(), at, action: 'product.created' })
    }
  }, 60_000)

  const lists = {
    payments: async (zone: string | null) => {
      const query = paymentListQuery.parse({ day_from: day, day_to: day })
      return (await listPayments(within(zone), query)).items.map(({ at }) => at)
    },
    notifications: async (zone: string | null) => {
      const query = notificationListQuery.parse({ received_from: day, received_to: day })
      return (await listNotifications(within(zone), query)).items.map(({ received_at: at }) => at)
    },
    checkouts: async (zone: string | null) => {
      const query = checkoutListQuery.parse({ created_from: day, created_to: day })
      return (await listCheckouts(within(zone), query)).items.map(({ created_at: at }) => at)
    },
    customers: async (zone: string | null) => {
      const query = customerListQuery.parse({ created_from: day, created_to: day })
      return (await listCustomers(within(zone), query)).items.map(({ created_at: at }) => at)
    },
    activity: async (zone: string | null) => {
      const query = activityListQuery.parse({ at_from: day, at_to: day })
      return (await listActivity(within(zone), query)).items.map(({ at }) => at)
    },
  }

  it.each(Object.entries(lists))('are those of %s', async (_, list) => {
    const shown = async (zone: string | null) =>
      (await list(zone)).map((at) => new Date(at ?? '')).toSorted((a, b) => Number(a) - Number(b))
    expect(await shown('Europe/Berlin')).toEqual([times[1], times[2]])
    expect(await shown(null)).toEqual([times[2], times[3]])
  })

  it('are those of the unpaid checkouts that the overview counts, as the list shows them', async () => {
    const now = new Date('2026-10-26T23:30Z').valueOf()
    for (const zone of ['Europe/Berlin', 'Pacific/Auckland', null]) {
      const { total, total_exact: _, ...query } = await unpaidCheckoutsOf(within(zone), now)
      const list = await listCheckouts(
        within(zone),
        checkoutListQuery.parse({ ...query, state: query.state.join() }),
      )
      expect(list.total).toBe(total)
    }
    expect(await unpaidCheckoutsOf(within('Europe/Berlin'), now)).toMatchObject({
      created_to: '2026-10-25',
      total: 3,
    })
    expect(await unpaidCheckoutsOf(within(null), now)).toMatchObject({ created_to: '2026-10-24', total: 2 })
  })
})
