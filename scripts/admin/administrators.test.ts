import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { activity } from '@/lib/core/server/tables/requests'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { openAdminPlace, type AdminPlace } from './testing'

onEachEngine('npm run admin -- administrators with a database', (kind) => {
  let place: AdminPlace
  const [ada, ben, cy] = ['ada', 'ben', 'cy'].map((name) => ({
    id: uuidv7(),
    email: `${name}@shop.example`,
    name,
    passwordHash: 'none',
    isAdministrator: name !== 'ben',
    disabledAt: name === 'cy' ? new Date() : null,
  })) as [typeof users.$inferInsert, typeof users.$inferInsert, typeof users.$inferInsert]
  beforeAll(async () => {
    place = await openAdminPlace(kind)
  }, 120_000)
  afterAll(() => place.drop())
  beforeEach(() =>
    place.withEngine(async ({ db }) => {
      await db.delete(activity)
      await db.delete(users)
      await db.insert(users).values([ada, ben, cy])
    }),
  )

  const command = (...args: string[]) => place.inProcess(['administrators', ...args])
  const state = () =>
    place.withEngine(async ({ db }) => {
      const people = await db.select().from(users).orderBy(users.email)
      const entries = await db.select().from(activity).orderBy(activity.id)
      return {
        administrators: people.filter((one) => one.isAdministrator).map(({ email }) => email),
        recorded: entries.map(({ action, subject, shopId, detail }) => [action, subject, shopId, detail]),
      }
    })

  it('lists them, adds one and removes one, and records each change once', async () => {
    expect((await command()).text.trim()).toBe(`${ada.email}\n${cy.email} (disabled)`)
    expect((await command('add', ' Ben@Shop.example ')).text.trim()).toBe(
      `${ben.email} is now an administrator.`,
    )
    expect((await command('add', ben.email)).text.trim()).toBe(`${ben.email} is an administrator already.`)
    expect((await command('remove', ada.email)).text.trim()).toBe(
      `${ada.email} is no longer an administrator.`,
    )
    expect(await state()).toEqual({
      administrators: [ben.email, cy.email],
      recorded: [
        ['person.administrator_changed', ben.id, null, { from: false, to: true, reason: 'by_operator' }],
        ['person.administrator_changed', ada.id, null, { from: true, to: false, reason: 'by_operator' }],
      ],
    })
  }, 120_000)

  it('refuses what cannot be done, and changes nothing', async () => {
    const refused: [string[], string][] = [
      [['remove', 'ada@shop.example'], 'ada@shop.example is the last administrator. Add another one first.'],
      [['add', 'cy@shop.example'], 'The account cy@shop.example is disabled.'],
      [['add', 'eve@shop.example'], 'Nobody signs in as eve@shop.example.'],
      [['remove', 'eve@shop.example'], 'eve@shop.example is no administrator.'],
      [['add'], 'Usage: npm run admin -- administrators'],
      [['make', 'ben@shop.example'], 'Usage: npm run admin -- administrators'],
      [['list', 'ben@shop.example'], 'Usage: npm run admin -- administrators'],
    ]
    for (const [args, message] of refused)
      expect(await command(...args)).toEqual({ code: 1, text: expect.stringContaining(message) })
    expect(await state()).toEqual({ administrators: [ada.email, cy.email], recorded: [] })
  }, 120_000)
})
