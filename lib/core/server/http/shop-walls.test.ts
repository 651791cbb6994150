import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { activityFields } from '@/lib/activity/fields'
import { productFieldNames } from '@/lib/products/fields'
import { activityListQuery } from '@/lib/activity/schema'
import { listActivity } from '@/lib/activity/server/list'
import { activityWords } from '@/lib/activity/words'
import { judgeShop } from '@/lib/alerts/server/judge'
import { testEngines } from '@/lib/db/testing'
import { getTranslator } from '@/lib/core/i18n/server'
import { memberships } from '@/lib/core/server/tables/users'
import { fillPayments } from '@/lib/payments/server/ledger/earlier'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { settingsVersion } from '@/lib/testing/office'
import { otherShop, otherShopMark, stopFillingOtherShop } from '@/lib/testing/shops/other-shop'
import { testApplication } from '../../../testing/application'
import {
  findHandlers,
  handlers,
  orderedHandlers,
  shopPath,
  reading as allReading,
} from '../../../testing/handlers'
import type { Handler } from '../../../testing/routes'
import { fillShop, jobsDone, type FilledShop } from '../../../testing/shops/two-shops'

/** One is a ZIP file with its time in it, and the other is refused; `lib/shops/http/deletion.test.ts` tests both. */
const apart = ['GET /export', 'POST /deletion']
const reading = allReading.filter((name) => !apart.includes(name))
const writing = orderedHandlers.filter((name) => !apart.includes(name) && !reading.includes(name))
/**
 * Values that differ between calls: a problem's correlation ID, when the gateway was last called and read, and the
 * quiet before.
 */
const volatileValues =
  /"correlation_id":"[^"]+"|"latency_ms":\d+,"checked_at":"[^"]+","request":"[^"]+"|"synced_at":"[^"]+"|event: hello\ndata: \d+/g

describe.each(
  testEngines.flatMap((one) => ['this shop only', 'both shops'].map((member) => ({ ...one, member }))),
)('$kind: a member of $member', ({ kind, isAvailable, member }) => {
  describe.skipIf(!isAvailable)('through every handler of one shop', () => {
    const app = testApplication(kind)
    let found: Map<string, Handler>
    let filled: FilledShop
    let before: string[]

    beforeAll(async () => {
      found = await findHandlers()
      browser.person = app.owner.actor
      filled = await fillShop(app)
      await stopFillingOtherShop(app.engine)
      if (member === 'both shops')
        await app.engine.db
          .insert(memberships)
          .values({ shopId: otherShop, userId: app.owner.actor.userId, role: 'owner' })
      // Jobs would do this at the next minute.
      for (const shop of ['sandbox', otherShop]) await fillPayments(app.engine, shop, { until: Infinity })
      before = await rowsOfOther()
    })

    const tables = async () => {
      const { rows } = await app.engine.db.execute<{ name: string; column: string }>(sql`
        SELECT table_name AS name, column_name AS column FROM information_schema.columns
        WHERE table_schema = 'public' AND (column_name = 'shop_id' OR (table_name, column_name) = ('shops', 'id'))
        ORDER BY table_name`)
      return rows
    }
    const rowsOfOther = async () => {
      const all: string[] = []
      for (const { name, column } of await tables()) {
        const { rows } = await app.engine.db.execute<{ row: string }>(
          sql`SELECT t::text AS row FROM ${sql.identifier(name)} t WHERE ${sql.identifier(column)} = ${otherShop} ORDER BY 1`,
        )
        all.push(...rows.map(({ row }) => `${name} ${row}`))
      }
      return all
    }

    /** All settings of a shop share one version, which the changes before this one have increased. */
    const ofThisVersion = async (name: string, body: unknown): Promise<unknown> =>
      !name.includes('[id]') && body !== null && typeof body === 'object' && 'version' in body
        ? { ...body, version: await settingsVersion(app.engine.db) }
        : body

    const call = async (name: string, query = '') => {
      const [method = '', place = ''] = name.split(' ')
      const {
        id = filled.ids[place.slice(1, place.indexOf('/[id]'))] ?? 'none',
        body = handlers[name]?.body,
      } = filled.asked[name] ?? {}
      const sent = await ofThisVersion(name, body)
      const aborted = new AbortController()
      const request = new Request(`http://localhost/api/shops/sandbox${place.replace('[id]', id)}${query}`, {
        method,
        body: sent === undefined ? undefined : typeof sent === 'string' ? sent : JSON.stringify(sent),
        signal: aborted.signal,
      })
      const params = Promise.resolve({ shop: 'sandbox', id })
      const answer = await found.get(shopPath(name))?.(request, { params })
      if (!answer) throw new Error(`no handler for ${name}`)
      if (answer.headers.get('content-type') === 'text/event-stream') aborted.abort()
      const text = (await answer.text()).replace(volatileValues, '')
      return { status: answer.status, text }
    }

    it('has something to be found in the other shop, under the same IDs', async () => {
      for (const table of filled.tables) {
        const { rows } = await app.engine.db.execute<{ count: number }>(sql`
          SELECT count(*)::int AS count FROM ${sql.identifier(table)} one
          JOIN ${sql.identifier(table)} other ON other.id::text = one.id::text AND other.shop_id = ${otherShop}
          WHERE one.shop_id = 'sandbox' AND other::text <> one::text`)
        expect([table, rows[0]?.count], table).not.toEqual([table, 0])
      }
      expect(before.join('\n')).toContain(otherShopMark)
    })

    it.each(reading)('%s shows nothing of the other shop', async (name) => {
      for (const query of [filled.needs[name] ?? '', ...(filled.queries[name] ?? [])]) {
        const { status, text } = await call(name, query)
        expect([status, text]).toEqual([200, expect.not.stringContaining(otherShopMark)])
        expect(text).not.toContain('362362')
      }
    })

    it.each(writing)('%s changes nothing of the other shop, and sends nothing there', async (name) => {
      await jobsDone(app.engine)
      const { text, status } = await call(name)
      expect(status, text).toBeLessThan(300)
      expect(text).not.toContain(otherShopMark)
      expect(await rowsOfOther()).toEqual(before)
      expect(app.sentToOther()).toEqual([])
    })

    it('has done nothing to the other shop in the background either', async () => {
      await jobsDone(app.engine)
      expect(await rowsOfOther()).toEqual(before)
      expect(app.sentToOther()).toEqual([])
    })

    it('has words for every recorded name and code', async () => {
      const names: string[] = []
      const codes: string[] = []
      const { linesOf } = activityWords({
        t: getTranslator('activity'),
        may: getTranslator('people.roles.may'),
        product: getTranslator('products.label'),
      })
      for (let cursor: string | undefined; ;) {
        const query = activityListQuery.parse({ cursor })
        const page = await listActivity({ engine: app.engine, shop: app.owner.shop }, query)
        for (const entry of page.items) {
          const { changes, facts } = entry
          names.push(...changes.map(({ field }) => field), ...facts.map(({ name }) => name))
          // Columns are called in words as in the file. Currencies are in capitals, names too.
          for (const { name, text } of linesOf({
            ...entry,
            facts: facts.filter((one) => one.name !== 'columns'),
          }))
            if (
              /^[a-z]+([_.][a-z]+)*$|_[a-z]+\b/.test(
                text.replaceAll(/\b(yes|no|empty|cst_\w+|prd_\w+)\b/g, ''),
              )
            )
              codes.push(`${entry.kind} ${name}: ${text}`)
        }
        if (page.next_cursor === null) break
        cursor = page.next_cursor
      }
      expect(names.length).toBeGreaterThan(50)
      const known: readonly string[] = ['', 'EUR', ...activityFields, ...productFieldNames]
      expect([...new Set(names)].filter((name) => !known.includes(name))).toEqual([])
      expect(codes).toEqual([])
    })

    it('reads and counts the same where the other shop has nothing', async () => {
      // The exports among the readings are recorded themselves. lib/activity/http tests that the shops' activities are
      // separate.
      const same = reading.filter((name) => !/^GET \/activity(\/export)?$/.test(name))
      const read = async () => {
        const answers: Record<string, unknown> = {}
        for (const name of same)
          for (const query of [filled.needs[name] ?? '', ...(filled.queries[name] ?? [])])
            answers[name + query] = await call(name, query)
        return answers
      }
      // Between the two readings, nothing may become stale and be read again, or be sent again. A sync that is a minute
      // ahead is not trusted.
      await app.engine.db.execute(
        sql`UPDATE syncs SET synced_at = now() + interval '55 seconds' WHERE shop_id = 'sandbox'`,
      )
      await app.engine.db.execute(
        sql`UPDATE forwarding_messages SET next_attempt_at = now() + interval '1 day'
            WHERE shop_id = 'sandbox' AND state = 'waiting'`,
      )
      for (const shop of ['sandbox', otherShop]) await judgeShop(app.engine, shop)
      let beside = await read()
      await eventually(async () => {
        const earlier = beside
        beside = await read()
        expect(beside).toEqual(earlier)
      })
      for (const { name, column } of await tables())
        if (name !== 'shops' && name !== 'memberships')
          await app.engine.db.execute(
            sql`DELETE FROM ${sql.identifier(name)} WHERE ${sql.identifier(column)} = ${otherShop}`,
          )
      await eventually(async () => {
        for (const [name, answer] of Object.entries(await read())) expect(beside[name], name).toEqual(answer)
      })
    }, 60_000)
  })
})
