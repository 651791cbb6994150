import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import type { ActorContext } from '../../../core/server/context'
import { openLog } from '../../../core/server/log/log'
import { customersOf } from '../../../customers/server/testing'
import { forwardingEndpoints } from '../../../forwarding/server/tables'
import { isStorageUnavailable } from '../../../db/connection/storage-unavailable'
import { testEngines } from '../../../db/testing'
import { makeHistories } from '../../../payments/server/ledger/testing-histories'
import { randomNumbers } from '../../../../scripts/lib/random-numbers.mjs'
import { notificationOf } from '../../../payments/server/testing'
import { products } from '../../../products/server/tables'
import { eventually } from '../../../testing/eventually'
import { whereShop, openTestOffice, type TestOffice } from '../../../testing/office'
import { sealTokens } from '../redaction/sealed-tokens'
import { processLater } from './backlog'
import { dump } from './testing'
import { processMany, processNotification } from './process'
import { notifications } from '../tables'

const cards = 5

/** Payments that store five cards, each reported three times, with another contract each time. */
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
      { isProcessed: false },
    ),
  }))

/** Payments of two checkouts whose creation was not answered. They differ only in their payment tokens. */
const ofUnanswered = (shopId: string) =>
  ['t-1', 't-2', 't-1', undefined, 't-3'].map((token, n) =>
    notificationOf(
      shopId,
      {
        uid: `unanswered-${n}`,
        type: 'payment',
        status: n === 0 ? 'failed' : 'successful',
        amount: 700,
        currency: 'EUR',
        tracking_id: n === 0 ? 'first' : 'shared',
        ...(token && { additional_data: { vendor: { name: 'CTP', token } } }),
      },
      { isProcessed: false },
    ),
  )

describe.each(testEngines)('processing many notifications on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('at once', () => {
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

    it('has the same result as processing them one by one, in any order and in groups of any size', async () => {
      const { engine } = office
      const made = makeHistories(apart.shop.id, { seed: 5, count: 60, currencies: ['EUR', 'JPY'] })
      const fixed = ({ shop }: ActorContext) => ({ shopId: shop.id })
      // Parents and children of each other, something that is not a transaction, and a refund of something unknown.
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
      ].map((transaction) => notificationOf(apart.shop.id, transaction, { isProcessed: false }))
      const unreadable = {
        ...notificationOf(apart.shop.id, {}, { isProcessed: false }),
        body: Buffer.from('{'),
      }
      const checkoutId = uuidv7()
      const [first] = made.truths
      if (!first) throw new Error('no history')
      const paidByToken = notificationOf(
        apart.shop.id,
        { uid: 'token', type: 'payment', status: 'successful', amount: 900, currency: 'EUR', additional_data: { vendor: { name: 'CTP', token: `token-${checkoutId}` } } }, // prettier-ignore
        { isProcessed: false },
      )
      const withCards = cardsOf(
        apart.shop.id,
        made.truths.flatMap(({ email }) => email ?? []),
      )
      const rows = [
        ...made.rows,
        ...odd,
        unreadable,
        paidByToken,
        ...ofUnanswered(apart.shop.id),
        ...withCards.map(({ row }) => row),
      ]
      const sealedIn = ({ shop }: ActorContext, id: string) => {
        const card = withCards.find(({ row }) => row.id === id)?.token
        return card ? sealTokens({ engine, shop }, { 'transaction.credit_card.token': card }) : null
      }
      for (const context of [apart, together]) {
        const here = { ...office, context }
        await checkoutsOf(here).insert({}, { id: checkoutId, token: `token-${checkoutId}` })
        const { currency, tried, trackingId, test } = first
        await checkoutsOf(here).insert(
          { order: { amount: Number(tried), currency, tracking_id: trackingId, description: 'One' }, test },
          { id: checkoutId.replace(/^./, 'f'), token: 'token-two' },
        )
        for (const [letter, orders] of [
          ['a', 'shared;first'],
          ['b', 'shared;second'],
        ] as const)
          await checkoutsOf(here).insert(
            { order: { amount: 700, tracking_id: orders } },
            { id: checkoutId.replace(/^./, letter), token: null, state: 'unconfirmed' },
          )
        await engine.db.insert(forwardingEndpoints).values({
          ...fixed(context),
          id: checkoutId,
          name: 'Books',
          url: 'http://127.0.0.1:9/',
          filters: {
            kinds: ['transaction'],
            statuses: [],
            types: ['payment'],
            grades: ['signature', 'credentials', 'network', 'unverified'],
            test: null,
          },
          secretSealed: Buffer.alloc(0),
          enabled: false,
          createdAt: new Date(),
          createdBy: context.actor.userId,
        })
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
      expect(one.confirmations?.length).toBeGreaterThan(0)
      expect(one.forwards?.length).toBeGreaterThan(0)
      expect(one.notifications?.every((row) => (row as { done: boolean }).done)).toBe(true)
      for (const [name, expected] of Object.entries(one))
        expect([name, other[name]]).toEqual([name, expected])
    }, 240_000)

    it('processes the other notifications if one fails', async () => {
      const { db } = office.engine
      const rows = ['x', 'y', 'z'].map((uid) =>
        notificationOf(
          together.shop.id,
          { uid, type: 'payment', status: 'successful', amount: 1, currency: 'EUR' },
          { isProcessed: false },
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
          const whereIt = whereShop(together.shop, notifications, eq(notifications.id, id))
          const [row] = await db.select().from(notifications).where(whereIt)
          return row?.processedAt != null
        }),
      )
      expect(processed).toEqual([true, false, true])
    })

    it('gives up while the database is unavailable, and logs that at most once per worker', async () => {
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
