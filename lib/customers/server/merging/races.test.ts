import { eq, isNull, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { finishAnonymisations } from '../../../notifications/server/redaction/anonymisations'
import { processNotification } from '../../../notifications/server/interpreting/process'
import { notifications } from '../../../notifications/server/tables'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { anonymiseCustomer } from '../anonymising/anonymise'
import { changeCustomer } from '../create'
import { customerDetail } from '../reading/read'
import { withMerged, withMergeTargets } from './joined'
import { mergeCustomer } from './merge'
import { customerLinks, customers } from '../tables'
import { customersOf } from '../testing'

function deferred() {
  let open = () => {}
  const opening = new Promise<void>((resolve) => (open = resolve))
  return { opened: opening, open }
}

onEachEngine('customers that several change at once in transactions that overlap', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))

  const linksOf = (id: string) =>
    office.engine.db
      .select()
      .from(customerLinks)
      .where(office.whereShop(customerLinks, eq(customerLinks.customerId, id)))

  /** Locks a customer's row, as a concurrent writer does. */
  async function hold(id: string) {
    const [held, end] = [deferred(), deferred()]
    const done = office.engine.db.transaction(async (tx) => {
      await tx.execute(
        sql`SELECT 1 FROM customers WHERE ${office.whereShop(customers)} AND id = ${id} FOR UPDATE`,
      )
      held.open()
      await end.opened
    })
    await held.opened
    return async () => {
      end.open()
      await done
    }
  }

  /** Waits until `count` statements wait for a lock, or the work has ended. */
  const statementsWaiting = (count: number, ended: () => boolean = () => false) =>
    eventually(async () => {
      const { rows } = await office.engine.db.execute<{ count: number }>(sql`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`)
      if (!ended()) expect(rows[0]?.count).toBe(count)
    })

  it('a payment that is processed while its customer is written belongs to them', async () => {
    const [written, end] = [deferred(), deferred()]
    let id = ''
    const email = 'sync@x.example'
    const sync = office.engine.db.transaction(async (tx) => {
      const inside = customersOf({ ...office, engine: { ...office.engine, db: tx } })
      ;[id = ''] = await inside.insert({ email })
      written.open()
      await end.opened
    })
    await written.opened
    const paid = here.notify({ customer: { email } })
    // The embedded engine has one connection: the payment waits for the transaction to end.
    if (kind === 'server') await statementsWaiting(1)
    end.open()
    await sync
    const notification = await paid
    expect(await linksOf(id)).toMatchObject([{ notificationId: notification, matchedBy: 'email' }])
  })

  it('is counted once, even if two processes work it out', async () => {
    const email = 'once@x.example'
    const [id = ''] = await here.insert({ email })
    const notification = await here.notify({ customer: { email }, amount: 700 })
    await office.engine.db
      .update(notifications)
      .set({ processedAt: null, keys: null })
      .where(office.whereShop(notifications, eq(notifications.id, notification)))
    await office.clear(customerLinks)
    await Promise.all([1, 2, 3].map(() => processNotification(office.context, notification)))
    expect(await linksOf(id)).toHaveLength(1)
    const { totals } = await customerDetail(office.context, id)
    expect(totals).toMatchObject([{ currency: 'EUR', paid: 700, net: 700, payments: 1, failed: 0 }])
  })

  it('does not restore texts that were redacted after it read them', async () => {
    const email = 'anonymised-meanwhile@x.example'
    const [id = ''] = await here.insert({ email })
    const notification = await here.notify({ customer: { email } })
    const mine = eq(notifications.id, notification)
    await office.engine.db
      .update(notifications)
      .set({ processedAt: null })
      .where(office.whereShop(notifications, mine))
    // Like the sweep, which read the notification before this customer was anonymised.
    await Promise.all([
      anonymiseCustomer(office.context, id),
      processNotification(office.context, notification),
    ])
    // Rows locked at that moment were left to the queue.
    await finishAnonymisations(office.context)
    const [row] = await office.engine.db
      .select()
      .from(notifications)
      .where(office.whereShop(notifications, mine))
    expect(row).toMatchObject({ email: null, keys: [], anonymisationId: null })
    expect(row?.body.toString()).not.toContain(email)
  })

  describe.runIf(kind === 'server')('held up at the worst moment', () => {
    it('a customer who is written while their payment is processed gets it', async () => {
      const email = 'process@x.example'
      const [known = ''] = await here.insert({ email })
      const release = await hold(known)
      const paid = here.notify({ customer: { email } })
      await statementsWaiting(1)
      let isWritten = false
      const written = here.insert({ email, first_name: 'Second' }).finally(() => (isWritten = true))
      await statementsWaiting(2, () => isWritten)
      await release()
      const [[second = ''], notification] = await Promise.all([written, paid])
      expect(await linksOf(second)).toMatchObject([{ notificationId: notification }])
    })

    it('a corrected address finds the payment that is being processed', async () => {
      const email = 'corrected@x.example'
      const [known = '', other = ''] = await here.insert({ email }, { first_name: 'Other' })
      const release = await hold(known)
      const paid = here.notify({ customer: { email } })
      await statementsWaiting(1)
      let isChanged = false
      const changed = changeCustomer(office.context, other, { contact: { email } }).finally(
        () => (isChanged = true),
      )
      await statementsWaiting(2, () => isChanged)
      await release()
      await Promise.all([changed, paid])
      expect(await linksOf(other)).toHaveLength(1)
    })

    it.each(['first', 'second'])(
      'no merged customer escapes an anonymisation that comes %s',
      async (when) => {
        const [id = '', other = ''] = await here.insert({ first_name: 'A' }, { first_name: 'B' })
        const release = await hold(id)
        const join = () => mergeCustomer(office.context, id, other)
        const anonymise = () => anonymiseCustomer(office.context, id)
        const order = when === 'first' ? [anonymise, join] : [join, anonymise]
        const outcomes: Promise<PromiseSettledResult<unknown>[]>[] = []
        for (const [index, work] of order.entries()) {
          outcomes.push(Promise.allSettled([work()]))
          await statementsWaiting(index + 1)
        }
        await release()
        await Promise.all(outcomes)
        const { db } = office.engine
        const shopId = office.context.shop.id
        const family = await withMerged(db, shopId, await withMergeTargets(db, shopId, [id]))
        expect(family).toHaveLength(when === 'first' ? 1 : 2)
        const named = await db
          .select({ id: customers.id })
          .from(customers)
          .where(
            office.whereShop(
              customers,
              sql`${customers.id} = ANY(${sql.param(family)}::text[])`,
              isNull(customers.anonymisedAt),
            ),
          )
        expect(named).toEqual([])
      },
    )
  })
})
