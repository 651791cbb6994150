import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { isLocalSignInOn } from '@/lib/core/server/auth/local-sign-in'
import { config, type Config } from '@/lib/core/server/config/config'
import { installation } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { engine } from '@/lib/db/engine'
import { onEachEngine } from '@/lib/db/testing-engines'
import { openAdminPlace, type AdminPlace } from './testing'

onEachEngine('npm run admin -- allow-local-sign-in with a database', (kind) => {
  let place: AdminPlace
  beforeAll(async () => {
    config.set({ hasLocalSignIn: false, oidc: [{ id: 'company' }] } as Config)
    place = await openAdminPlace(kind)
    await place.withEngine(({ db }) => db.$count(installation))
  }, 120_000)
  afterAll(() => place.drop())
  beforeEach(() =>
    place.withEngine(async ({ db }) => {
      await db.delete(activity)
      await db.delete(installation)
    }),
  )

  const allow = (...args: string[]) => place.admin(['allow-local-sign-in', ...args])
  const state = () =>
    place.withEngine(async (opened) => {
      engine.set(opened)
      const isOn = await isLocalSignInOn()
      const entries = (await opened.db.select().from(activity).orderBy(activity.id)).map(
        ({ action, actorId, shopId, detail }) => [action, actorId, shopId, detail],
      )
      return { isOn, recorded: entries }
    })
  const recorded = (hours: number) => ['installation.local_sign_in_allowed', null, null, { hours }]

  it('lets people sign in for a time, and ends it', async () => {
    expect(await state()).toEqual({ isOn: false, recorded: [] })
    expect(await allow()).toEqual({ code: 0, text: 'Passwords and passkeys count for 1 h.\n' })
    expect(await state()).toEqual({ isOn: true, recorded: [recorded(1)] })
    expect(await allow('--hours', '72')).toMatchObject({ code: 0 })
    const { hours } = await place.withEngine(async ({ db }) => {
      const left = sql<number>`round(extract(epoch FROM local_sign_in_until - now()) / 3600)::int`
      return (await db.select({ hours: left }).from(installation))[0]!
    })
    expect(hours).toBe(72)
    expect(await allow('--end')).toEqual({
      code: 0,
      text: 'Ended: where LOCAL_SIGN_IN is off, passwords and passkeys no longer count.\n',
    })
    expect(await state()).toEqual({ isOn: false, recorded: [recorded(1), recorded(72), recorded(0)] })
  }, 120_000)

  it('ends by itself', async () => {
    await allow()
    await place.withEngine(({ db }) =>
      db.update(installation).set({ localSignInUntil: sql`now() - interval '1 second'` }),
    )
    expect((await state()).isOn).toBe(false)
  }, 120_000)

  it.each([['--hours', '73'], ['--hours', '0'], ['--hours', '1.5'], ['--hours'], ['--ever'], ['soon']])(
    'says what is wrong with %s %s, and allows nothing',
    async (...args) => {
      const { code, text } = await place.inProcess(['allow-local-sign-in', ...args.filter((one) => one !== undefined)]) // prettier-ignore
      expect([code, text]).toEqual([
        1,
        expect.stringContaining('Usage: npm run admin -- allow-local-sign-in'),
      ])
      expect(await state()).toEqual({ isOn: false, recorded: [] })
    },
    120_000,
  )

  it('keeps what the installation has set', async () => {
    await place.withEngine(({ db }) => db.insert(installation).values({ id: 1, isSandboxPublic: true }))
    await allow()
    const [row] = await place.withEngine(({ db }) => db.select().from(installation))
    expect(row).toMatchObject({ isSandboxPublic: true })
  }, 120_000)
})
