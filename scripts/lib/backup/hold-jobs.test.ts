import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { jobs } from '@/lib/jobs/server/tables'
import { admin, emptyPlace, filledPlace } from './testing'

const shopId = 'shop-361'

onEachEngine('a restored database', (kind) => {
  it('sends nothing by itself of jobs that were under way', async () => {
    const from = await filledPlace(kind)
    const { db } = from.engine
    const createdBy = randomUUID()
    await db.insert(users).values({ id: createdBy, email: 'a@shop.example', name: 'A', passwordHash: '' })
    const common = { shopId, createdBy, kind: 'products.import' }
    await db.insert(jobs).values([
      { ...common, id: randomUUID(), state: 'running', order: { name: '1 running' } },
      { ...common, id: randomUUID(), state: 'planning', order: { name: '2 to run', run: true } },
      { ...common, id: randomUUID(), state: 'planning', order: { name: '3 to look at' } },
      { ...common, id: randomUUID(), state: 'planned', order: { name: '4 planned' } },
      { ...common, id: randomUUID(), state: 'done', order: { name: '5 done', run: true } },
    ])
    const file = path.join(from.folder, 'one.age')
    const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
    expect(await admin(['backup', file], { ...from.settings, ...passphrase })).toMatchObject({ code: 0 })
    await from.engine.close()
    const target = await emptyPlace(kind)
    onTestFinished(async () => void (await Promise.all([from.drop(), target.drop()])))
    const { code, text } = await admin(['restore', file], { ...target.settings, ...passphrase })
    expect([code, text]).toEqual([0, expect.stringContaining('2 jobs were under way and stopped')])
    const restored = await target.open(from.key)
    const found = await restored.db
      .select({ state: jobs.state, order: jobs.order })
      .from(jobs)
      .where(eq(jobs.shopId, shopId))
      .orderBy(asc(jobs.order))
    await restored.close()
    expect(found.map(({ state, order }) => [order.name, state, order.run ?? null])).toEqual(
      expect.arrayContaining([
        ['1 running', 'cancelling', null],
        ['2 to run', 'planning', null],
        ['3 to look at', 'planning', null],
        ['4 planned', 'planned', null],
        ['5 done', 'done', true],
      ]),
    )
  }, 180_000)
})
