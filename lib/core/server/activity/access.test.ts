import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { otherShop } from '../../../testing/shops/other-shop'
import { forgetOldFailures } from '../accounts/sign-in-limits'
import { openLog } from '../log/log'
import { activity } from '../tables/requests'
import { signInFailures } from '../tables/users'
import { recordAccess, recordLeftOut } from './access'

onEachEngine('what activity leaves out with two shops', (kind) => {
  const office = testOffice(kind)
  let lines: string[]
  beforeEach(async () => {
    // All attempts of a test are in the same quarter of an hour.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await office.engine.db.delete(signInFailures)
    await office.engine.db.delete(activity)
    lines = []
    openLog('info', { write: (line) => void lines.push(line) })
  })

  afterEach(() => void vi.useRealTimers())

  const refused = { action: 'factor.refused', account: null, reason: 'wrong_passkey' } as const
  /** Each comes from a different network. */
  const attack = async (times: number, of: { userId: string | null; shopId?: string }) => {
    for (let time = 0; time < times; time++)
      await recordAccess(office.engine.db, {
        ...refused,
        ...of,
        isByAccount: false,
        address: `192.0.2.${time}`,
      })
  }
  const recorded = async (action: string) =>
    (await office.engine.db.select().from(activity)).filter((entry) => entry.action === action)
  const endWindows = () =>
    office.engine.db.update(signInFailures).set({ windowEndsAt: sql`now() - interval '1 minute'` })

  it('records a hundred attempts on unknown accounts, logs all, and records the number left out', async () => {
    const { userId } = office.context.actor
    await attack(103, { userId: null })
    await attack(2, { userId: null, shopId: otherShop })
    await attack(101, { userId })
    expect(await recorded('factor.refused')).toHaveLength(202)
    expect(lines.filter((line) => line.includes('factor.refused'))).toHaveLength(206)
    await recordLeftOut(office.engine.db)
    expect(await recorded('access.left_out')).toEqual([])
    await endWindows()
    // Housekeeping of failures must not take the counters first.
    await forgetOldFailures(office.engine.db)
    await recordLeftOut(office.engine.db)
    await recordLeftOut(office.engine.db)
    const left = await recorded('access.left_out')
    expect(left.map(({ shopId, subject, detail }) => ({ shopId, subject, detail }))).toEqual(
      expect.arrayContaining([
        { shopId: null, subject: null, detail: { event: 'factor.refused', left_out: 3 } },
        { shopId: null, subject: userId, detail: { event: 'factor.refused', left_out: 1 } },
      ]),
    )
    expect([left.length, await office.engine.db.$count(signInFailures)]).toEqual([2, 0])
  })

  it('records all that a signed-in person does', async () => {
    const { userId } = office.context.actor
    for (let time = 0; time < 102; time++)
      await recordAccess(office.engine.db, { ...refused, userId, address: null })
    expect(await recorded('factor.refused')).toHaveLength(102)
  })
})
