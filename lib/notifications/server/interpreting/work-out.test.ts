import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import type { ActorContext } from '../../../core/server/context'
import { openLog } from '../../../core/server/log/log'
import { customersOf } from '../../../customers/server/testing'
import { isStorageUnavailable } from '../../../db/connection/storage-unavailable'
import { testEngines } from '../../../db/testing'
import { makeHistories, randomNumbers } from '../../../payments/server/ledger/testing-histories'
import { notificationOf } from '../../../payments/server/testing'
import { products } from '../../../products/server/tables'
import { eventually, openTestOffice, type TestOffice } from '../../../testing/office'
import { sealTokens } from '../redaction/sealed-tokens'
import { processLater } from './backlog'
import { processMany, processNotification } from './process'
import { notifications } from '../tables'

const cards = 5

/** Payments that store five cards, each told of three times, with another contract each time. */
const cardsOf = (shopId: string, emails: readonly string[]) =>
  Array.from({ length: cards * 3 }, (_, n) => ({
    token: `a-card-token-of-length-${String(n % cards).padStart(4, '0')}`,
    row: notificationOf(
      shopId,
      {
        uid: `card-${n}`,
        type: 'payment',
        status: 'successful',
        amount: 10 + n,
        currency: 'EUR',
        customer: { email: emails[n % cards] },
        credit_card: { brand: 'visa', last_4: '0000', holder: `Holder ${n}` },
        additional_data: { contract: [['recurring', 'credit', 'card_on_file'][n % 3]] },
      },
      { processed: false },
    ),
  }))

describe.each(testEngines)('processing many notifications on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('at once', () => {
    let office: TestOffice
    let apart: ActorContext
    let together: ActorContext
    beforeAll(async () => {
      office = await openTestOffice(kind)
      const { context } = office
      apart = { ...context, shop: await office.insertShop('shop-apart') }
      together = { ...context, shop: await office.insertShop('shop-together') }
    })
    afterAll(() => office.dispose())

    const shopText = (shopId: string) => sql`replace(t::text, ${shopId}, 'shop')`
    /** Everything that processing wrote for a shop, without when it did. */
    const dump = async ({ shop }: ActorContext) => {
      const { db } = office.engine
      const all: Record<string, unknown[]> = {}
      const put = async (name: string, query: ReturnType<typeof sql>) => {
        const { rows } = await db.execute(query)
        all[name] = rows
      }
      await put(
        'notifications',
        sql`SELECT id, kind, uid, parent_uid, status, type, message, amount, currency, description, tracking_id, email,
          card_brand, card_last_4, test, transaction_at, payment_token, keys, search, search_personal, search_terms,
          checkout_id, checkout_link, product_id, product_link, duplicate_of, processed_at IS NOT NULL AS done
          FROM notifications WHERE shop_id = ${shop.id} ORDER BY id`,
      )
      for (const table of [
        'transaction_states',
        'payments',
        'payment_quarters',
        'payment_four_hours',
        'payment_days',
      ])
        await put(
          table,
          sql`SELECT ${shopText(shop.id)} AS row FROM ${sql.identifier(table)} t WHERE shop_id = ${shop.id} ORDER BY 1`,
        )
      await put(
        'links',
        sql`SELECT c.email, l.notification_id, l.matched_by, l.at FROM customer_links l
          JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id
          WHERE l.shop_id = ${shop.id} ORDER BY 1, 2`,
      )
      await put(
        'checkouts',
        sql`SELECT id, state, rests_on, paid_amount, paid_currency, difference, declines, search FROM checkouts
          WHERE shop_id = ${shop.id} ORDER BY id`,
      )
      await put(
        'card tokens',
        sql`SELECT t.token_end, t.brand, t.holder, t.uid, t.contracts, t.checkout_id, c.email AS customer, t.notification_id
          FROM card_tokens t LEFT JOIN customers c ON c.shop_id = t.shop_id AND c.id = t.customer_id
          WHERE t.shop_id = ${shop.id} ORDER BY t.token_end`,
      )
      await put(
        'customers',
        sql`SELECT email, heard FROM customers WHERE shop_id = ${shop.id} ORDER BY email`,
      )
      await put(
        'alerts',
        sql`SELECT kind, subject FROM alerts WHERE shop_id = ${shop.id} AND closed_at IS NULL ORDER BY 1, 2`,
      )
      return all
    }

    it('does what processing them one by one does, in any order and however many at once', async () => {
      const { engine } = office
      const made = makeHistories(apart.shop.id, { seed: 5, count: 60, currencies: ['EUR', 'JPY'] })
      const fixed = ({ shop }: ActorContext) => ({ shopId: shop.id })
      // Parents and children of each other, what is no transaction, and a refund of something unknown.
      const odd = [
        { uid: 'a', parent_uid: 'b', type: 'refund', status: 'successful', amount: 5, currency: 'EUR' },
        { uid: 'b', parent_uid: 'a', type: 'refund', status: 'successful', amount: 5, currency: 'EUR' },
        {
          uid: 'lost',
          parent_uid: 'nobody',
          type: 'refund',
          status: 'successful',
          amount: 7,
          currency: 'EUR',
        },
        {
          uid: 'named',
          type: 'payment',
          status: 'successful',
          amount: 900,
          currency: 'EUR',
          description: 'Atlas',
        },
        { uid: 'byid', type: 'payment', status: 'successful', amount: 901, currency: 'EUR', additional_data: { product_id: 'prd_0000000000000001' } }, // prettier-ignore
        {
          uid: 'odd\ud800',
          type: 'payment',
          status: 'successful',
          amount: 3,
          currency: 'EUR',
          message: 'x\u0000y',
        },
      ].map((transaction) => notificationOf(apart.shop.id, transaction, { processed: false }))
      const unreadable = {
        ...notificationOf(apart.shop.id, {}, { processed: false }),
        body: Buffer.from('{'),
      }
      const checkoutId = uuidv7()
      const [first] = made.truths
      if (!first) throw new Error('no history')
      const paidByToken = notificationOf(
        apart.shop.id,
        { uid: 'token', type: 'payment', status: 'successful', amount: 900, currency: 'EUR', additional_data: { vendor: { name: 'CTP', token: `token-${checkoutId}` } } }, // prettier-ignore
        { processed: false },
      )
      const withCards = cardsOf(
        apart.shop.id,
        made.truths.flatMap(({ email }) => email ?? []),
      )
      const rows = [...made.rows, ...odd, unreadable, paidByToken, ...withCards.map(({ row }) => row)]
      const sealedIn = ({ shop }: ActorContext, id: string) => {
        const card = withCards.find(({ row }) => row.id === id)?.token
        return card ? sealTokens({ engine, shop }, { 'transaction.credit_card.token': card }) : null
      }
      for (const context of [apart, together]) {
        const here = { ...office, context }
        await checkoutsOf(here).insert({}, { id: checkoutId, token: `token-${checkoutId}` })
        const { currency, tried, trackingId, test } = first
        await checkoutsOf(here).insert(
          { order: { amount: tried, currency, tracking_id: trackingId, description: 'One' }, test },
          { id: checkoutId.replace(/^./, 'f'), token: 'token-two' },
        )
        for (const { email } of made.truths.slice(0, 12)) await customersOf(here).insert({ email })
        await engine.db.insert(products).values({
          ...fixed(context),
          id: 'prd_1',
          name: 'Atlas',
          amount: 900,
          currency: 'EUR',
          raw: {},
          search: 'atlas',
          firstSeenAt: new Date('2026-01-01T00:00:00Z'),
          syncedAt: new Date('2026-01-01T00:00:00Z'),
        })
        await engine.db
          .insert(notifications)
          .values(
            rows.map((row) => ({ ...row, ...fixed(context), cardTokensSealed: sealedIn(context, row.id) })),
          )
      }
      const random = randomNumbers(9)
      const ids = rows
        .map(({ id }) => ({ id, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ id }) => id)
      for (let at = 0; at < ids.length;) {
        // Of equal deliveries, the one that is processed first is the first.
        const some = ids.slice(at, (at += 1 + Math.floor(random() * 40))).toSorted()
        for (const id of some) await processNotification(apart, id)
        await processMany(together, some)
      }
      const [one, other] = [await dump(apart), await dump(together)]
      expect(one['card tokens']).toHaveLength(cards)
      expect(one.notifications?.every((row) => (row as { done: boolean }).done)).toBe(true)
      for (const [name, expected] of Object.entries(one))
        expect([name, other[name]]).toEqual([name, expected])
    }, 240_000)

    it('leaves out what fails, and does the rest', async () => {
      const { db } = office.engine
      const rows = ['x', 'y', 'z'].map((uid) =>
        notificationOf(
          together.shop.id,
          { uid, type: 'payment', status: 'successful', amount: 1, currency: 'EUR' },
          { processed: false },
        ),
      )
      await db.insert(notifications).values(rows)
      await db.execute(sql`CREATE FUNCTION refuse_y() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF new.uid = 'y' THEN RAISE 'refused'; END IF; RETURN new; END $$`)
      await db.execute(sql`CREATE TRIGGER refuse_y BEFORE INSERT ON transaction_states
        FOR EACH ROW EXECUTE FUNCTION refuse_y()`)
      await processMany(
        together,
        rows.map(({ id }) => id),
      )
      await db.execute(sql`DROP FUNCTION refuse_y CASCADE`)
      const processed = await Promise.all(
        rows.map(async ({ id }) => {
          const [row] = await db.select().from(notifications).where(eq(notifications.id, id))
          return row?.processedAt != null
        }),
      )
      expect(processed).toEqual([true, false, true])
    })

    it('gives up, and says so once a worker, while the database is away', async () => {
      const before = office.logged().length
      const lines: string[] = []
      openLog('error', { write: (line) => void lines.push(line) })
      const pool = new pg.Pool({ host: '127.0.0.1', port: 9 })
      const away = { ...office.engine, db: drizzle(pool) }
      for (let n = 0; n < 200; n++) processLater(away, together.shop, uuidv7())
      await eventually(() => expect(lines.join('')).toContain('notifications not processed'))
      await expect(processMany({ ...together, engine: away }, ['a', 'b'])).rejects.toSatisfy(
        isStorageUnavailable,
      )
      expect(lines.length).toBeLessThanOrEqual(2)
      expect(office.logged().slice(before)).not.toContain('notification not processed')
      await pool.end()
    })
  })
})
