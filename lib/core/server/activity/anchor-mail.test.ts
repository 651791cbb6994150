import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { verifyActivity, type Anchor } from '../../../chain/verify.mjs'
import { onEachEngine } from '../../../db/testing-engines'
import { openMailServer, useMailServer } from '../../../testing/servers/mail-server'
import { testOffice } from '../../../testing/office'
import { otherShop } from '../../../testing/shops/other-shop'
import { installation, mailServer } from '../tables/installation'
import { activity, activitySeals } from '../tables/requests'
import { anchorActivity, mailAnchors } from './anchor'
import { recordActivity } from './record'

onEachEngine('anchors by mail of two shops', (kind) => {
  const office = testOffice(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  let strict: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    smtp = await openMailServer()
    strict = await openMailServer({ refuses: 'no room' })
  })
  afterAll(async () => {
    await smtp.close()
    await strict.close()
  })
  beforeEach(async () => {
    const { db } = office.engine
    smtp.mails.length = 0
    await db.delete(activitySeals)
    await db.delete(activity)
    await useMailServer(office.engine, smtp.port)
    await setRecipient('audit@elsewhere.example')
    for (const id of ['shop-361', otherShop])
      await recordActivity(db, { shop: { id }, actor: office.context.actor }, { action: 'hook_key.rotated' })
  })

  const setRecipient = (anchorRecipient: string | null) =>
    office.engine.db
      .update(installation)
      .set({ anchorRecipient, anchorMailedAt: null, anchorOutcome: null, anchorStatus: null })
  const state = async () => (await office.engine.db.select().from(installation))[0]
  const send = async () => mailAnchors(office.engine, await anchorActivity(office.engine, null))
  const query = (text: string, values: unknown[] = []): Promise<unknown[]> =>
    office.engine.prepared(`m${text.length}${values.length}`, text, values)

  it('verify the chains, and reveal a changed row whose chain was recomputed', async () => {
    await send()
    expect(smtp.mails.map(({ to }) => to)).toEqual([['audit@elsewhere.example']])
    const data = smtp.mails[0]?.data.replaceAll('=\n', '').replaceAll('=3D', '=') ?? ''
    const anchors = data
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Anchor)
    expect(anchors.map(({ chain, entries }) => [chain, entries])).toEqual([
      ['shop-361', 1],
      [otherShop, 1],
    ])
    expect((await verifyActivity(query, anchors)).findings).toEqual([])
    const { db } = office.engine
    await db.delete(activitySeals)
    await db.update(activity).set({ action: 'hook_key.forged', isSealed: false })
    await anchorActivity(office.engine, null)
    expect((await verifyActivity(query, [])).findings).toEqual([])
    const { findings } = await verifyActivity(query, anchors)
    expect(findings.map(({ chain, kind: what }) => [chain, what])).toEqual([
      ['shop-361', 'replaced'],
      [otherShop, 'replaced'],
    ])
    expect(await state()).toMatchObject({ anchorOutcome: 'delivered' })
    expect((await state())?.anchorMailedAt).not.toBeNull()
  })

  it('fail with a note of why, so that they are tried again', async () => {
    await useMailServer(office.engine, strict.port)
    await expect(send()).rejects.toThrow('anchors were not mailed')
    expect(await state()).toMatchObject({ anchorOutcome: 'sender_refused' })
    await office.engine.db.delete(mailServer)
    await expect(send()).rejects.toThrow('not_set_up')
    expect(await state()).toMatchObject({ anchorOutcome: 'not_set_up', anchorStatus: null })
  })

  it('go nowhere without an address', async () => {
    await setRecipient(null)
    await send()
    expect(smtp.mails).toEqual([])
    expect(await state()).toMatchObject({ anchorOutcome: null, anchorMailedAt: null })
  })
})
