import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { ActivityReason } from '../../activity-reasons'
import { verifyActivity } from '../../../chain/verify.mjs'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { otherShop } from '../../../testing/shops/other-shop'
import { activity, activitySeals } from '../tables/requests'
import { recordAccess } from './access'
import { forgetDetail, forgetOldActivity } from './forget'
import { recordActivity } from './record'
import { sealActivity } from './seal'

onEachEngine('forgetting activity with two shops', (kind) => {
  const office = testOffice(kind)
  beforeEach(async () => {
    await office.engine.db.delete(activitySeals)
    await office.engine.db.delete(activity)
  })

  const shop = 'shop-361'
  const address = '192.0.2.7'
  const record = (entry: Parameters<typeof recordActivity>[2], shopId: string | null = shop) =>
    recordActivity(
      office.engine.db,
      { shop: shopId === null ? null : { id: shopId }, actor: { ...office.context.actor, address } },
      entry,
    )
  const signIn = (reason: ActivityReason) => {
    const { email: account, userId } = office.context.actor
    return recordAccess(office.engine.db, { action: 'sign_in.succeeded', account, userId, address, reason })
  }
  const query = (text: string, values: unknown[] = []): Promise<unknown[]> =>
    office.engine.prepared(`t${createHash('md5').update(text).digest('hex')}`, text, values)
  const verify = () => verifyActivity(query, [])
  const ageAll = () => office.engine.db.update(activity).set({ at: sql`now() - interval '366 days'` })
  const actions = async () =>
    (await office.engine.db.select().from(activity).orderBy(activity.id)).map((row) => [
      row.shopId,
      row.action,
      row.address,
    ])

  it('forgets addresses and sign-ins after a year, and seals that', async () => {
    for (const reason of ['new_browser', 'known_browser'] as const) await signIn(reason)
    await record({ action: 'installation.changed' }, null)
    for (const id of [shop, otherShop]) await record({ action: 'product.created', subject: 'p1' }, id)
    await ageAll()
    await sealActivity(office.engine)
    await signIn('passkey')
    await record({ action: 'product.changed', subject: 'p1' })
    await sealActivity(office.engine)
    await forgetOldActivity(office.engine.db)
    await forgetOldActivity(office.engine.db)
    expect(await actions()).toEqual([
      [null, 'installation.changed', null],
      [shop, 'product.created', null],
      [otherShop, 'product.created', null],
      [null, 'sign_in.succeeded', address],
      [shop, 'product.changed', address],
      [null, 'activity.forgotten', null],
    ])
    const { chains, findings } = await verify()
    expect(findings).toEqual([])
    expect(chains.map(({ forgotten, waiting }) => [forgotten, waiting])).toEqual([[2, 1], [0, 0], [0, 0]]) // prettier-ignore
  })

  it('reveals other removals beside forgotten addresses', async () => {
    for (const reason of ['new_browser', 'known_browser'] as const) await signIn(reason)
    await record({ action: 'installation.changed' }, null)
    await ageAll()
    await sealActivity(office.engine)
    await forgetOldActivity(office.engine.db)
    const [noted] = await office.engine.db.select().from(activity).where(eq(activity.action, 'activity.forgotten')) // prettier-ignore
    const [other] = await office.engine.db
      .delete(activity)
      .where(and(isNull(activity.shopId), eq(activity.action, 'installation.changed')))
      .returning()
    await office.engine.db
      .update(activitySeals)
      .set({ forgottenBy: noted?.id })
      .where(eq(activitySeals.entryId, other?.id ?? ''))
    const { findings } = await verify()
    expect(findings.map(({ kind: what, entry }) => [what, entry])).toContainEqual(['removed', other?.id])
  })

  it('empties details of anonymised people, and still proves the rest', async () => {
    const detail = { added: ['Anna Beispiel'], removed: [] }
    for (const id of [shop, otherShop])
      await record({ action: 'customer.labelled', subject: 'c1', detail }, id)
    await sealActivity(office.engine)
    await forgetDetail(office.engine.db, shop, eq(activity.action, 'customer.labelled'))
    expect((await verify()).findings).toMatchObject([{ chain: shop, kind: 'changed' }])
    await record({ action: 'customer.anonymised', subject: 'c1' })
    expect((await verify()).findings).toEqual([])
    await office.engine.db
      .update(activity)
      .set({ actorId: null })
      .where(and(eq(activity.shopId, shop), eq(activity.action, 'customer.labelled')))
    expect((await verify()).findings).toMatchObject([{ chain: shop, kind: 'changed' }])
    const rest = JSON.stringify((await office.engine.db.select().from(activitySeals)).map((row) => row))
    expect(rest).not.toContain('Anna')
  })

  it('keeps no salt by which forgotten values could be guessed', async () => {
    await signIn('new_browser')
    await record({ action: 'product.created', subject: 'p1' })
    await ageAll()
    await sealActivity(office.engine)
    await forgetOldActivity(office.engine.db)
    const seals = await office.engine.db.select().from(activitySeals).orderBy(activitySeals.shopId)
    const salts = seals.map((row) => [row.shopId, row.addressSalt, row.detailSalt !== null])
    expect(salts).toEqual([
      [shop, null, true],
      [null, null, false],
    ])
  })
})
