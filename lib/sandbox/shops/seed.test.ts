import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedSandbox } from './seed'
import { ensureSandboxShop } from './shops'
import { basic, serveSandbox, testSandbox, testShop } from '../testing'

const sandbox = testSandbox('embedded')
let server: Awaited<ReturnType<typeof serveSandbox>>
beforeAll(async () => {
  server = await serveSandbox()
})
afterAll(async () => {
  await server.close()
})

const emails = async () => {
  const list = (await (await sandbox.call('GET', '/customers')).json()) as { email: string }[]
  return list.map(({ email }) => email)
}

const names = async () => {
  const list = (await (await sandbox.call('GET', '/products')).json()) as { name: string }[]
  return list.map(({ name }) => name)
}

it('puts the samples in over HTTP, goes on where it was cut, and never does it again', async () => {
  await seedSandbox(`${server.url}/sandbox`, testShop.shopId)
  const all = await names()
  expect(all).toHaveLength(12)
  expect(all.slice(0, 2)).toEqual(['Annual membership', 'Printing workshop'])
  const people = await emails()
  expect(people).toHaveLength(10)
  expect(people.slice(3, 4)).toEqual(['piotr.zielinski@reader.example'])

  await sandbox.engine.db.execute(sql`DELETE FROM sandbox.products WHERE name = 'Tote bag'`)
  await seedSandbox(`${server.url}/sandbox`, testShop.shopId)
  expect(await names()).toHaveLength(11)

  await sandbox.engine.db.execute(sql`UPDATE sandbox.shops SET seeded_at = NULL`)
  await seedSandbox(`${server.url}/sandbox`, testShop.shopId)
  expect((await names()).toSorted()).toEqual(all.toSorted())
  expect(await emails()).toEqual(people)
})

it('leaves the shops alone that people add', async () => {
  const { engine, call } = sandbox
  const added = { shopId: 362, secretKey: 'of the shop that somebody added' }
  await ensureSandboxShop(engine.db, engine.sealer, added)
  await seedSandbox(`${server.url}/sandbox`, testShop.shopId)
  const authorization = basic(added.shopId, added.secretKey)
  expect(await (await call('GET', '/products', { authorization })).json()).toEqual([])
  expect(await (await call('GET', '/customers', { authorization })).json()).toEqual([])
})

it('says so where the sandbox does not answer as it should', async () => {
  await sandbox.engine.db.execute(sql`UPDATE sandbox.shops SET seeded_at = NULL`)
  await expect(seedSandbox(`${server.url}/elsewhere`, testShop.shopId)).rejects.toThrow(/answered 404/)
})
