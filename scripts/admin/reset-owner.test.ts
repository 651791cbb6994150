import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { accountOfReset } from '@/lib/core/server/accounts/reset-links'
import { factors, recoveryCodes } from '@/lib/core/server/tables/factors'
import { activity } from '@/lib/core/server/tables/requests'
import { passwordResets, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { openAdminPlace, type AdminPlace } from './testing'

onEachEngine('npm run admin -- reset-owner with a database', (kind) => {
  let place: AdminPlace
  const owner = {
    id: uuidv7(),
    email: 'ada@shop.example',
    name: 'Ada',
    passwordHash: 'none',
    isAdministrator: true,
  }

  const withEngine: AdminPlace['withEngine'] = (work) => place.withEngine(work)
  const admin = (...args: string[]) => place.admin(['reset-owner', ...args])
  const adminHere = (...args: string[]) => place.inProcess(['reset-owner', ...args])

  beforeAll(async () => {
    place = await openAdminPlace(kind)
  }, 120_000)
  afterAll(() => place.drop())
  beforeEach(() =>
    withEngine(async ({ db }) => {
      await db.delete(passwordResets)
      await db.delete(activity)
      await db.delete(users)
      await db.insert(users).values(owner)
    }),
  )

  it('prints a link and no password, and records it', async () => {
    const { code, text } = await admin()
    const [, token = ''] = /^https:\/\/office\.example\/password-reset#([\w-]{43})$/m.exec(text) ?? []
    expect([code, token]).toEqual([0, expect.stringMatching(/^.{43}$/)])
    await withEngine(async ({ db }) => {
      expect(await accountOfReset(db, token)).toMatchObject({ email: owner.email, byOperator: true })
      const [entry, ...more] = await db.select().from(activity)
      expect(entry).toMatchObject({
        action: 'password_reset.link_made',
        subject: owner.id,
        actorId: null,
        shopId: null,
        detail: { reason: 'by_operator' },
      })
      expect(more).toEqual([])
      expect(JSON.stringify(entry)).not.toContain(token)
    })
  }, 120_000)

  it('keeps second factors, unless asked to remove them', async () => {
    await withEngine(async ({ db }) => {
      const confirmedAt = new Date()
      await db
        .insert(factors)
        .values({ id: uuidv7(), userId: owner.id, kind: 'totp', name: 'Phone', confirmedAt })
      await db.insert(recoveryCodes).values({ userId: owner.id, mark: randomBytes(32) })
    })
    expect((await adminHere('Ada@shop.example')).code).toBe(0)
    expect(await withEngine(({ db }) => db.$count(factors))).toBe(1)
    expect((await adminHere(owner.email, '--remove-factors')).text).toContain('Second factors removed: 1.')
    await withEngine(async ({ db }) => {
      expect([await db.$count(factors), await db.$count(recoveryCodes)]).toEqual([0, 0])
      const actions = (await db.select().from(activity).orderBy(activity.id)).map(({ action }) => action)
      expect(actions).toEqual(['password_reset.link_made', 'password_reset.link_made', 'factor.removed'])
    })
  }, 120_000)

  it.skipIf(kind !== 'embedded')(
    'says that the application has to be stopped',
    async () => {
      const { code, text } = await withEngine(() => admin())
      expect([code, text]).toEqual([1, expect.stringMatching(/is in use by process \d+/)])
      expect(await withEngine(({ db }) => db.$count(passwordResets))).toBe(0)
    },
    120_000,
  )

  it('reports errors, and makes no link', async () => {
    const other = { id: uuidv7(), email: 'ben@shop.example', name: 'Ben', passwordHash: 'none' }
    await withEngine(({ db }) =>
      db.insert(users).values([other, { ...owner, id: uuidv7(), email: 'cy@shop.example' }]),
    )
    const refused = async (...args: string[]) => {
      const { code, text } = await adminHere(...args)
      expect([args, code]).toEqual([args, 1])
      return text
    }
    expect(await refused('nobody@shop.example')).toContain('nobody@shop.example has no account.')
    expect(await refused()).toMatch(/Say who is locked out:[^]*ada@shop\.example\n {2}cy@shop\.example/)
    expect(await refused('a', 'b')).toContain('Usage: npm run admin -- reset-owner')
    expect(await withEngine(({ db }) => db.$count(passwordResets))).toBe(0)
    // Who is no owner has to be named.
    expect((await adminHere(other.email)).text).toContain(`A new password for ${other.email}`)
  }, 120_000)
})
