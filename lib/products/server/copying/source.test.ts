import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberships } from '../../../core/server/tables/users'
import { openTestOffice, type TestOffice } from '../../../testing/office'
import { sourceContext } from './copy'

let office: TestOffice
beforeAll(async () => {
  office = await openTestOffice('embedded')
})
afterAll(() => office.dispose())

it('gives a person in another shop what they may there, and nothing of what they may here', async () => {
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
