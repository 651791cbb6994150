import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { loadConfig, type Config } from '../../core/server/config/config'
import { activity } from '../../core/server/tables/requests'
import { shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import { openTestEngine } from '../../db/testing'
import { serverMigrations } from '../migrations'
import { prepareStorage } from './prepare'

let opened: Awaited<ReturnType<typeof openTestEngine>>
const config = loadConfig({
  NODE_ENV: 'test',
  DATABASE_URL: 'postgres://not-used',
  AUTH_SECRET: 'a'.repeat(32),
  SEALING_KEY: '0'.repeat(64),
  SANDBOX: 'on',
})
beforeAll(async () => {
  opened = await openTestEngine('embedded', [serverMigrations])
})
afterAll(() => opened.dispose())

const owner = { email: 'named@shop.example', password: null }
let shopId = 6

/** Starts with a shop in the environment that does not exist yet. Returns how that went. */
async function start() {
  shopId += 1
  const address = 'https://g.example'
  const environmentShop: Config['environmentShop'] = {
    shopId,
    secretKey: 'secret',
    mode: 'test',
    gatewayUrl: address,
    apmUrl: address,
    checkoutUrl: address,
  }
  const { db, sealer } = opened.engine
  const parts = { config: { ...config, owner, environmentShop }, sealer }
  const { email, newPassword } = await prepareStorage(db, { ...parts, provideSandboxShop: async () => {} })
  const id = `shop-${shopId}`
  const owners = await db
    .select({ email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.shopId, id))
  expect(owners).toEqual([{ email, role: 'owner' }])
  const recorded = await db.select().from(activity).where(eq(activity.shopId, id))
  return { id, email, newPassword, recorded }
}

const insert = async (name: string, day: number, more: Partial<typeof users.$inferInsert> = {}) => {
  const id = uuidv7()
  const createdAt = new Date(Date.UTC(2020, 0, day))
  const account = { id, email: `${name}@shop.example`, name, passwordHash: '-', createdAt }
  await opened.engine.db.insert(users).values({ ...account, ...more })
  return id
}
const join = (userId: string, to: string, disabledAt: Date | null = null) =>
  opened.engine.db.insert(memberships).values({ shopId: to, userId, role: 'owner', disabledAt })

beforeEach(async () => {
  const { db } = opened.engine
  await db.delete(activity)
  await db.delete(memberships)
  await db.delete(users)
})

it('is created by the first start, of which no alert follows', async () => {
  const { email, newPassword, recorded } = await start()
  expect([email, newPassword, recorded]).toEqual([owner.email, expect.stringMatching(/^[\w-]{16}$/), []])
  expect(await opened.engine.db.$count(activity)).toBe(0)
})

it('is the oldest enabled administrator', async () => {
  const gone = await insert('gone', 1, { isAdministrator: true, disabledAt: new Date() })
  const ann = await insert('ann', 2)
  const bo = await insert('bo', 4, { isAdministrator: true })
  await insert('cy', 5, { isAdministrator: true })
  for (const id of [gone, ann]) await join(id, 'sandbox')
  const { email, newPassword, recorded } = await start()
  expect([email, newPassword]).toEqual(['bo@shop.example', null])
  expect(recorded).toMatchObject([
    { action: 'person.role_changed', actorId: null, subject: bo, detail: { from: null, to: 'owner' } },
  ])
})

it('is the oldest enabled owner of a shop if there is no administrator', async () => {
  const { db } = opened.engine
  await insert('first', 1)
  const gone = await insert('gone', 2)
  await join(gone, 'sandbox', new Date())
  const late = await insert('late', 3)
  await join(late, 'shop-7')
  await db
    .update(shops)
    .set({ deletedAt: sql`now()` })
    .where(eq(shops.id, 'shop-7'))
  await insert('disabled', 4, { disabledAt: new Date() }).then((id) => join(id, 'sandbox'))
  const ann = await insert('ann', 5)
  await join(ann, 'sandbox')
  await insert('bo', 6).then((id) => join(id, 'sandbox'))
  const { email, recorded } = await start()
  expect([email, recorded.map(({ subject }) => subject)]).toEqual(['ann@shop.example', [ann]])
  await db.update(shops).set({ deletedAt: null })
})

it('is otherwise who OWNER_EMAIL names, who becomes an administrator', async () => {
  const { db } = opened.engine
  const gone = await insert('gone', 1)
  await join(gone, 'sandbox', new Date())
  const first = await start()
  expect(first).toMatchObject({ email: owner.email, newPassword: expect.any(String) })
  const whereNamed = eq(users.email, owner.email)
  const [made] = await db.select().from(users).where(whereNamed)
  expect(made).toMatchObject({ isAdministrator: true, mustChangePassword: true })
  expect(first.recorded.map(({ subject }) => subject)).toEqual([made?.id])

  await db.delete(memberships)
  await db.update(users).set({ isAdministrator: false })
  expect(await start()).toMatchObject({ email: owner.email, newPassword: null })
  expect(await db.select().from(users).where(whereNamed)).toEqual([made])
  const changed = and(eq(activity.action, 'person.administrator_changed'), eq(activity.subject, made!.id))
  expect(await db.$count(activity, changed)).toBe(2)

  await db.delete(memberships)
  await db.update(users).set({ disabledAt: new Date() }).where(whereNamed)
  await expect(start()).rejects.toThrow(/^OWNER_EMAIL: the account named@shop.example is disabled/)
})
