import 'server-only'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { secretKey, secretKeyContext } from '@/lib/core/server/shop/load'
import { shops } from '@/lib/core/server/tables/shops'
import { memberships } from '@/lib/core/server/tables/users'
import type { TestApplication } from '@/lib/testing/application'
import { makeHistories, type Truth } from '../server/ledger/testing-histories'
import { randomNumbers } from '../../testing/random-numbers'

/** Payments of each shop. */
const count = Number(process.env.YEAR_PAYMENTS ?? 80)
export const isLarge = count > 1000
const connections = 8

/** For tests: the shop that is added to the sandbox shop. */
export const live = 'live-shop'

type Post = { hook: string; authorization: string; body: string }

/**
 * For tests: sends a year of payments to each of two shops: shuffled, a tenth of it again. Returns the truth of each
 * shop once all of it is processed.
 */
export async function sendYears(app: TestApplication): Promise<Map<string, Truth[]>> {
  await addLiveShop(app)
  const { hookKey } = app.owner.shop
  const sandboxYear = yearOf(app, { shop: 'sandbox', hookKey, isLive: false, seed: 51 })
  const liveYear = yearOf(app, { shop: live, hookKey: `key-of-${live}`, isLive: true, seed: 52 })
  const posts = [...sandboxYear.posts, ...liveYear.posts]
  const random = randomNumbers(99)
  const again = posts.filter(() => random() < 0.1)
  await send(app, shuffled([...posts, ...again], random))
  return new Map([
    ['sandbox', sandboxYear.truths],
    [live, liveYear.truths],
  ])
}

/** A second shop that receives, with payments of the same UIDs. Test cards do not count in it. */
async function addLiveShop({ engine, owner }: TestApplication) {
  const [row] = await engine.db
    .select()
    .from(shops)
    .where(sql`id = ${owner.shop.id}`)
  if (!row) throw new Error('no shop')
  await engine.db.insert(shops).values({
    ...row,
    id: live,
    name: live,
    mode: 'live',
    hookKey: `key-of-${live}`,
    secretKeySealed: engine.sealer.seal(secretKey(owner), secretKeyContext(live)),
  })
  await engine.db.insert(memberships).values({ shopId: live, userId: owner.actor.userId, role: 'owner' })
}

function yearOf(
  { url, owner }: TestApplication,
  { shop, hookKey, isLive, seed }: { shop: string; hookKey: string; isLive: boolean; seed: number },
) {
  const { rows, truths } = makeHistories(shop, {
    seed,
    count,
    start: '2025-01-02T00:00:00Z',
    days: 355,
    isLive,
    hasOdd: true,
  })
  const uidOf = (text: string) => text.replaceAll(`pay-${seed}-`, 'pay-')
  const basic = (secret: string) =>
    `Basic ${Buffer.from(`${owner.shop.gatewayShopId}:${secret}`).toString('base64')}`
  const posts = rows.map(({ body, authenticity }) => ({
    hook: `${url}/api/hooks/${hookKey}/notification`,
    authorization: basic(authenticity === 'unverified' ? 'a guess' : secretKey(owner)),
    body: uidOf(String(body)),
  }))
  return { posts, truths: truths.map((truth) => ({ ...truth, uid: uidOf(truth.uid) })) }
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}

/** Posts over several connections, and waits until all of it is processed. */
async function send({ engine }: TestApplication, posts: readonly Post[]) {
  const left = [...posts]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let post = left.pop(); post; post = left.pop()) {
        const { hook, authorization, body } = post
        const { status } = await fetch(hook, { method: 'POST', headers: { authorization }, body })
        expect(status).toBe(200)
      }
    }),
  )
  const received = performance.now()
  for (;;) {
    const { rows } = await engine.db.execute(
      sql`SELECT 1 FROM notifications WHERE processed_at IS NULL LIMIT 1`,
    )
    if (rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  if (!isLarge) return
  const seconds = (to: number) => ((to - began) / 1000).toFixed(0)
  process.stdout.write(
    `${posts.length} notifications of ${count * 2} payments: received in ${seconds(received)} s, processed after ${seconds(performance.now())} s\n`,
  )
}
