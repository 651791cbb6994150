import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { compareText } from '../ledger/transaction'
import { payments } from '../tables'
import { listPayments } from './list'

const migration = readFileSync('lib/core/server/tables/migrations/0056_payment_returned.sql', 'utf8')

onEachEngine('a payment in euros of which dollars were refunded, or an amount that nobody says', (kind) => {
  const office = testOffice(kind)
  const page = (query: object) => listPayments(office.context, paymentListQuery.parse(query))

  beforeAll(async () => {
    const { notify } = customersOf(office)
    const at = { status: 'successful', created_at: '2026-11-20T10:00:00Z' }
    await notify({ ...at, uid: 'p', type: 'payment', amount: 500, currency: 'EUR' })
    await notify({ ...at, uid: 'r', type: 'refund', parent_uid: 'p', amount: 300, currency: 'USD' })
    await notify({ ...at, uid: 'disputed', type: 'payment', amount: 500, currency: 'EUR' })
    await notify({
      ...at,
      uid: 'b',
      type: 'chargeback',
      parent_uid: 'disputed',
      amount: 300,
      currency: 'USD',
    })
    await notify({ ...at, uid: 'asked', type: 'payment', amount: 500, currency: 'EUR' })
    await notify({ ...at, uid: 'q', type: 'chargeback', parent_uid: 'asked', amount: 300, status: 'pending' })
    const gone = { ...at, uid: 'declined', type: 'payment', amount: 500, currency: 'EUR' }
    await notify({ ...gone, status: 'failed' })
    await notify({
      ...at,
      uid: 's',
      type: 'refund',
      parent_uid: 'declined',
      amount: 300,
      currency: 'USD',
    })
    await notify({ ...at, uid: 'unsaid', type: 'payment', amount: 500, currency: 'EUR' })
    await notify({ ...at, uid: 'u', type: 'refund', parent_uid: 'unsaid' })
    await notify({ ...at, uid: 'kept', type: 'payment', amount: 500, currency: 'EUR' })
  })

  it('is listed under the refunds in dollars, whose sum is in dollars', async () => {
    const { items, counted } = await page({ counted: 'refunded', currency: 'USD' })
    expect(items.map(({ uid, currency }) => [uid, currency])).toEqual([
      ['p', 'EUR'],
      ['declined', 'EUR'],
    ])
    expect(counted).toEqual({ amount: '600', currency: 'USD', transactions: 2 })
  })

  it('is one of those of which money went back, and not of the others', async () => {
    const uids = async (returned: string) =>
      (await page({ returned })).items.map(({ uid }) => uid).toSorted(compareText)
    expect(await uids('true')).toEqual(['declined', 'disputed', 'p', 'unsaid'])
    expect(await uids('false')).toEqual(['asked', 'kept'])
    // As an earlier release wrote them.
    await office.engine.db.update(payments).set({ hasReturned: false })
    for (const statement of migration.split('--> statement-breakpoint'))
      if (statement.includes('UPDATE')) await office.engine.db.execute(sql.raw(statement))
    expect(await uids('true')).toEqual(['declined', 'disputed', 'p', 'unsaid'])
  })
})
