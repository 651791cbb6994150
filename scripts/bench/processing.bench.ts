/**
 * Processing: notifications worked out per second, one by one and in batches, in turn in one run. On PGlite, and on
 * PostgreSQL with BENCH_DATABASE_URL (creates and drops its own databases). BENCH_ENGINE: only `embedded` or `server`.
 * BENCH_PAYMENTS: payments for each round (300), which makes about five notifications for two of them.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../lib/notifications/server/tables'
import { processMany, processNotification } from '../../lib/notifications/server/interpreting/process'
import { makeHistories } from '../../lib/payments/server/ledger/testing-histories'
import { openTestOffice, type TestOffice } from '../../lib/testing/office'
import { stopFillingOtherShop } from '../../lib/testing/other-shop'
import { quantile, table } from './measure'

const onServer = process.env.BENCH_DATABASE_URL
process.env.TEST_DATABASE_URL = onServer ?? ''
const payments = Number(process.env.BENCH_PAYMENTS ?? 300)
const rounds = 3
/** As lib/notifications/server/interpreting/backlog.ts. */
const batchRows = 50

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

  const stored = async (seed: number): Promise<string[]> => {
    const { context, engine } = office
    const { rows } = makeHistories(context.shop.id, {
      seed,
      count: payments,
      currencies: ['EUR', 'USD', 'JPY'],
    })
    for (let at = 0; at < rows.length; at += 500)
      await engine.db.insert(notifications).values(rows.slice(at, at + 500))
    return rows.map(({ id }) => id)
  }
  const rateOf = async (ids: string[], work: () => Promise<void>): Promise<number> => {
    const began = performance.now()
    await work()
    return (ids.length / (performance.now() - began)) * 1000
  }

  it('are worked out faster in batches', async () => {
    const rates = { single: [] as number[], batches: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const alone = await stored(100 + round)
      rates.single.push(
        await rateOf(alone, async () => {
          for (const id of alone) await processNotification(office.context, id)
        }),
      )
      const together = await stored(200 + round)
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
