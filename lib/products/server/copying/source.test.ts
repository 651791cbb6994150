import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shops } from '../../../core/server/tables/shops'
import { memberships } from '../../../core/server/tables/users'
import { openTestOffice, type TestOffice } from '../../../testing/office'
import { sourceContext, copyTargets } from './copy'
import { readShopStates } from '../../../shops/server/states'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice('embedded')
})
afterAll(() => office.dispose())

it('uses a person’s rights in the other shop, and none from here', async () => {
  const { context, engine } = office
  const other = await office.insertShop('shop-source')
  const person = await office.insertPerson(context.shop.id, 'viewer')
  const actor = { ...person, allowances: ['checkouts', 'personal_data'] as const }
  expect(await sourceContext({ ...context, actor }, other.id)).toBeNull()
  await engine.db.insert(memberships).values({ shopId: other.id, userId: person.userId, role: 'viewer' })
  const there = await sourceContext({ ...context, actor }, other.id)
  expect(there?.shop.id).toBe(other.id)
  expect(there?.actor).toMatchObject({ role: 'viewer', allowances: [] })
})

it('is closed if the other shop or the installation needs a missing second factor', async () => {
  const { context, engine } = office
  const other = await office.insertShop('shop-factor')
  const actor = await office.insertPerson(context.shop.id, 'manager')
  await engine.db.insert(memberships).values({ shopId: other.id, userId: actor.userId, role: 'manager' })
  const reached = async (more = {}) =>
    (await sourceContext({ ...context, actor: { ...actor, ...more } }, other.id)) !== null
  const rule = { factorRoles: ['manager' as const], factorSince: sql<Date>`now()`, factorGraceDays: 1 }
  await engine.db.update(shops).set(rule).where(eq(shops.id, other.id))
  expect(await reached()).toBe(true)
  await engine.db.update(shops).set({ factorGraceDays: 0 }).where(eq(shops.id, other.id))
  expect([await reached(), await reached({ hasFactor: true })]).toEqual([false, true])
  const states = async (more = {}) => {
    const { items } = await readShopStates({ engine, log: context.log, person: { ...actor, ...more } })
    return items.some(({ id }) => id === other.id)
  }
  expect([await states(), await states({ hasFactor: true })]).toEqual([false, true])
  const targets = async (more = {}) =>
    (await copyTargets({ ...context, actor: { ...actor, ...more } })).some(({ id }) => id === other.id)
  expect([await targets(), await targets({ hasFactor: true })]).toEqual([false, true])
  await engine.db.update(shops).set({ factorRoles: [] }).where(eq(shops.id, other.id))
  expect([await reached({ factorDueIn: 0 }), await reached({ factorDueIn: 60 })]).toEqual([false, true])
})
