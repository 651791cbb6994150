/**
 * Processing: notifications worked out per second, one by one and in batches, in turn in one run; and, while others are
 * received, how many a second and how soon after its acknowledgement each is in the list of payments. On PGlite, and on
 * PostgreSQL with BENCH_DATABASE_URL (creates and drops its own databases). BENCH_ENGINE: only `embedded` or `server`.
 * BENCH_PAYMENTS: payments for each round (300), with about five notifications for every two. BENCH_SECONDS: how
 * long notifications come at an even rate (10).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receiveNotification } from '../../lib/notifications/server/receiving/receive'
import { notifications } from '../../lib/notifications/server/tables'
import { batchRowsOf } from '../../lib/notifications/server/interpreting/backlog'
import { processMany, processNotification } from '../../lib/notifications/server/interpreting/process'
import { makeHistories } from '../../lib/payments/server/ledger/testing-histories'
import { openTestOffice, testSecret, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/shops/other-shop'
import { payment } from '../drills/kit/load.mjs'
import { quantile, table } from './kit/measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const payments = Number(process.env.BENCH_PAYMENTS ?? 300)
const rounds = 3
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
/** Targets: notifications processed per second, and at half that rate the ms from acknowledged to visible. */
const target = { embedded: 400, server: 2000, visible: 1000 }

const kinds = (['embedded', 'server'] as const).filter(
  (kind) =>
    (kind === 'embedded' || onServer) && [undefined, kind].includes(process.env.BENCH_ENGINE as typeof kind),
)

describe.each(kinds)('notifications on %s', (kind) => {
  let office: TestOffice
  beforeAll(async () => {
    office = await openTestOffice(kind)
    await stopFillingOtherShop(office.engine)
  })
  afterAll(() => office.dispose())

  it('are visible soon after they are acknowledged', async () => {
    const burst = await receiveAt(office, { count: target[kind] * 3, perSecond: Infinity })
    const even = await receiveAt(office, { count: (target[kind] / 2) * seconds, perSecond: target[kind] / 2 })
    const [median, p99] = [quantile(even.delays, 0.5), quantile(even.delays, 0.99)]
    console.log(
      `\n${kind}, while others are received\n${table([
        ['', 'received/s', 'visible/s', 'p50 ms', 'p99 ms'],
        ['as fast as they come', burst.received.toFixed(0), burst.visible.toFixed(0), '', ''],
        ['evenly', even.received.toFixed(0), even.visible.toFixed(0), median.toFixed(0), p99.toFixed(0)],
      ])}`,
    )
    expect(burst.visible).toBeGreaterThanOrEqual(target[kind])
    expect(p99).toBeLessThanOrEqual(target.visible)
  })

  it('are worked out faster in batches', async () => {
    const rates = { single: [] as number[], batches: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const alone = await stored(office, 100 + round)
      rates.single.push(
        await rateOf(alone, async () => {
          for (const id of alone) await processNotification(office.context, id)
        }),
      )
      const together = await stored(office, 200 + round)
      const batchRows = batchRowsOf(office.engine)
      rates.batches.push(
        await rateOf(together, async () => {
          for (let at = 0; at < together.length; at += batchRows)
            await processMany(office.context, together.slice(at, at + batchRows))
        }),
      )
    }
    const middle = (all: number[]) =>
      quantile(
        all.toSorted((a, b) => a - b),
        0.5,
      )
    const [single, batches] = [middle(rates.single), middle(rates.batches)]
    console.log(
      `\n${kind}, ${rounds} rounds in turn, medians\n${table([
        ['one by one/s', 'in batches/s', 'ratio'],
        [single.toFixed(0), batches.toFixed(0), (batches / single).toFixed(1)],
      ])}`,
    )
    expect(batches).toBeGreaterThan(single)
  })
})

async function stored({ context, engine }: TestOffice, seed: number): Promise<string[]> {
  const { rows } = makeHistories(context.shop.id, {
    seed,
    count: payments,
    currencies: ['EUR', 'USD', 'JPY'],
  })
  for (let at = 0; at < rows.length; at += 500)
    await engine.db.insert(notifications).values(rows.slice(at, at + 500))
  return rows.map(({ id }) => id)
}

async function rateOf(ids: string[], work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (ids.length / (performance.now() - began)) * 1000
}

const stepMs = 10
/**
 * How often it checks which are visible. Each check asks for up to 1,000, which takes milliseconds of both processors.
 */
const lookMs = 40
/** As many connections as a busy sender has. */
const senders = 32

/** Receives payments and waits until all of them are in the list. `delays`: sorted, from acknowledged to visible, in ms. */
async function receiveAt({ context, engine }: TestOffice, load: { count: number; perSecond: number }) {
  const { count, perSecond } = load
  const authorization = `Basic ${Buffer.from(`361:${testSecret}`).toString('base64')}`
  const acknowledged = new Map<string, number>()
  const delays: number[] = []
  const send = async () => {
    const { uid, body } = payment()
    const request = new Request('http://localhost/hook', { method: 'POST', body, headers: { authorization } })
    const { status } = await receiveNotification(context.shop.hookKey, request)
    if (status !== 200) throw new Error(`not received: ${status}`)
    acknowledged.set(uid, performance.now())
  }
  const began = performance.now()
  let sent = 0
  const evenly = async () => {
    const running: Promise<void>[] = []
    for (; sent < count; await sleep(stepMs))
      for (
        const due = ((performance.now() - began) / 1000) * perSecond;
        sent < Math.min(due, count);
        sent += 1
      )
        running.push(send())
    await Promise.all(running)
  }
  const atOnce = async () => {
    const work = async () => {
      while (sent++ < count) await send()
    }
    await Promise.all(Array.from({ length: senders }, work))
  }
  let receivedAfter = Infinity
  const receiving = (Number.isFinite(perSecond) ? evenly() : atOnce()).then(
    () => void (receivedAfter = performance.now() - began),
  )
  while (delays.length < count) {
    const waiting = [...acknowledged.keys()].slice(0, 1000)
    const { rows } = await engine.db.execute<{ uid: string }>(sql`SELECT uid FROM payments
      WHERE shop_id = ${context.shop.id} AND uid = ANY(${sql.param(waiting)}::text[])`)
    for (const { uid } of rows) {
      delays.push(performance.now() - (acknowledged.get(uid) ?? Number.NaN))
      acknowledged.delete(uid)
    }
    await sleep(lookMs)
  }
  await receiving
  const visibleAfter = performance.now() - began
  return {
    received: (count / receivedAfter) * 1000,
    visible: (count / visibleAfter) * 1000,
    delays: delays.toSorted((a, b) => a - b),
  }
}
