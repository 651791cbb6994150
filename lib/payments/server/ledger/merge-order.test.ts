import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { readNotification } from '../../../gateway/notifications/notification'
import { describeNotification } from '../../../notifications/server/interpreting/describe'
import { notifications, type NotificationRow } from '../../../notifications/server/tables'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { testOffice } from '../../../testing/office'
import { payments, transactionStates } from '../tables'
import { notificationOf } from '../testing'
import { lockLedger, recordTransactions } from './ledger'
import { mergeReported, stateOf, type ReportedState } from './transaction'
import { randomNumbers } from '@/scripts/lib/random-numbers.mjs'

const random = randomNumbers(29)
const one = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)

const uids = ['a', 'b', 'c', 'd', 'e', 'f']
const statuses = ['successful', 'successful', 'failed', 'incomplete', 'expired', 'mended', null]
const types = ['payment', 'authorization', 'capture', 'refund', 'void', 'chargeback', 'p2p', null]
const evidence = ['signature', 'signature', 'credentials'] as const
const at = () => one([null, 'soon', ...[0, 1, 2].map((n) => `2026-11-2${n}T10:00:00Z`)])

/** The notifications of the reports, by their IDs. */
const rows = new Map<string | null, ReturnType<typeof notificationOf>>()

function reported(...[shopId, transaction, more]: Parameters<typeof notificationOf>): ReportedState {
  const row = notificationOf(shopId, transaction, more)
  rows.set(row.id, row)
  const content = readNotification(row.body)
  const state = stateOf({ ...row, ...describeNotification(content), ...more } as NotificationRow, content)
  if (!state) throw new Error('it is about a transaction')
  return state
}

/** What one notification says of a transaction: some of its fields, which may contradict those of others. */
function reportOf(shopId: string, uid: string, serial: number): ReportedState {
  return reported(
    shopId,
    {
      uid,
      status: one(statuses),
      type: one(types),
      parent_uid: one([null, null, ...uids]),
      amount: one([null, 0, 300, 500]),
      currency: one([null, 'EUR', 'EUR', 'USD']),
      test: one([null, true, false]),
      message: one([null, 'Declined', 'Insufficient funds']),
      tracking_id: one([null, 'ORD-1', 'ORD-2']),
      description: one([null, 'A chair', 'A table']),
      created_at: at(),
      updated_at: at(),
      paid_at: at(),
      credit_card: one([null, { brand: 'visa', issuer_country: 'DE' }, { brand: 'master', last_4: '1234' }]),
    },
    {
      authenticity: one(evidence),
      fingerprint: Buffer.from(`body-${serial}`),
      receivedAt: new Date(Date.UTC(2026, 10, 21, 10, serial % 60)),
      ...one([{}, { checkoutId: one(['k-1', 'k-2']), checkoutLink: one(['tracking_id', 'payment_token']) }]),
      ...one([{}, { productId: one(['prd_1', 'prd_2']), productLink: one(['likely', 'id']) }]),
    },
  )
}

it('merges what notifications say of a transaction alike in every order, and however it is grouped', () => {
  for (let round = 0; round < 500; round++) {
    const reports = Array.from({ length: 4 }, (_, serial) => reportOf('s', 'a', serial))
    const merged = (some: readonly ReportedState[]) =>
      some.reduce<ReportedState | null>(mergeReported, null) as ReportedState
    const expected = merged(reports)
    for (let again = 0; again < 6; again++) {
      const order = shuffled(reports)
      expect(merged(order)).toEqual(expected)
      expect(merged([...order, ...shuffled(reports)])).toEqual(expected)
      expect(mergeReported(merged(order.slice(0, 2)), merged(order.slice(2)))).toEqual(expected)
    }
  }
})

onEachEngine('transactions that were reported in any order', (kind) => {
  const office = testOffice(kind)
  const tables = [transactionStates, payments, paymentQuarters, paymentFourHours, paymentDays]
  const clear = () => office.clear(notifications, ...tables)

  /** Everything that is stored after these batches. Sums of nothing are left out. */
  async function storedAfter(batches: readonly (readonly ReportedState[])[]) {
    await clear()
    const ids = batches.flat().map(({ notificationId }) => notificationId)
    await office.engine.db.insert(notifications).values(ids.flatMap((id) => rows.get(id) ?? []))
    for (const batch of batches)
      await office.engine.db.transaction(async (tx) => {
        await lockLedger(tx, office.context.shop.id)
        await recordTransactions(tx, office.context.shop, batch)
      })
    const all = await Promise.all(
      tables.map((table) => office.engine.db.select().from(table).where(office.whereShop(table))),
    )
    return all.map((stored) =>
      stored
        .filter((row) => !('failed' in row) || !('paid' in row) || hasAny(row))
        .map((row) => JSON.stringify(row))
        .toSorted((a, b) => (a < b ? -1 : 1)),
    )
  }
  const hasAny = (row: object) =>
    Object.entries(row).some(([name, value]) => sums.has(name) && Number(value) !== 0)
  const sums = new Set(['paid', 'payments', 'failed', 'refunded', 'refunds', 'chargedBack', 'chargebacks'])

  it('are stored alike one by one, in one batch and in two', async () => {
    for (let round = 0; round < 12; round++) {
      const reports = Array.from({ length: 12 }, (_, serial) =>
        reportOf(office.context.shop.id, one(uids), serial),
      )
      const expected = await storedAfter([reports])
      const order = shuffled(reports)
      expect(await storedAfter(order.map((report) => [report]))).toEqual(expected)
      expect(await storedAfter([order.slice(0, 6), order.slice(6)])).toEqual(expected)
    }
  }, 60_000)
  it('belong to the payment at the end of however long a line of references', async () => {
    const line = Array.from({ length: 12 }, (_, n) =>
      reported(office.context.shop.id, {
        uid: `r-${n}`,
        type: n === 0 ? 'payment' : 'refund',
        status: 'successful',
        amount: n === 0 ? 500 : 1,
        currency: 'EUR',
        ...(n > 0 && { parent_uid: `r-${n - 1}` }),
      }),
    )
    const expected = await storedAfter([line])
    for (const order of [line.toReversed(), shuffled(line)])
      expect(await storedAfter(order.map((report) => [report]))).toEqual(expected)
    const stored = await office.engine.db.select().from(payments).where(office.whereShop(payments))
    expect(stored).toMatchObject([{ uid: 'r-0', paid: 500, refunded: 11 }])
  })
})
