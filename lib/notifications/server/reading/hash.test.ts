import { hash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { ActorContext } from '../../../core/server/context'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { finishAnonymisations, startAnonymisation } from '../redaction/anonymisations'
import { notifications } from '../tables'
import { readNotificationDetail } from './read'

onEachEngine('the hash and the signature of a notification', (kind) => {
  const office = testOffice(kind)
  let here: ReturnType<typeof customersOf>
  beforeAll(async () => {
    here = customersOf(office)
    await here.synced()
  })

  const signature = 'c2lnbmF0dXJl'
  const shown = async (context: ActorContext, id: string) => {
    const { sha256, headers } = await readNotificationDetail(context, id)
    return { sha256, headers }
  }
  const hidden = { sha256: null, headers: { 'user-agent': 'gateway' } }

  /** Receives a notification with its real hash; returns what may be shown of it. */
  const received = async (email: string) => {
    const id = await here.notify({ customer: { email } })
    const whereIt = and(eq(notifications.shopId, office.context.shop.id), eq(notifications.id, id))
    const [row] = await office.engine.db.select().from(notifications).where(whereIt)
    const body = row?.body ?? ''
    const fingerprint = hash('sha256', body, 'buffer')
    const headers = { 'content-signature': signature, 'user-agent': 'gateway' }
    await office.engine.db.update(notifications).set({ fingerprint, headers }).where(whereIt)
    return { id, whole: { sha256: fingerprint.toString('hex'), headers } }
  }

  it('are not shown to roles for which personal data is masked, because they would confirm guesses', async () => {
    const { context } = office
    const { id, whole } = await received('guessed@x.example')
    expect(await shown(context, id)).toEqual(whole)
    for (const role of ['support', 'viewer'] as const) {
      const actor = await office.insertPerson(context.shop.id, role)
      expect(await shown({ ...context, actor }, id)).toEqual(hidden)
    }
  })

  it('are not shown from the moment a person in the body is anonymised', async () => {
    const { context, engine } = office
    const { id } = await received('erased@x.example')
    const whom = { customerIds: [], keys: ['email:erased@x.example'], names: { texts: [], ids: [] } }
    await engine.db.transaction((tx) => startAnonymisation(tx, context.shop.id, whom))
    expect(await shown(context, id)).toEqual(hidden)
    await finishAnonymisations(context)
    expect(await shown(context, id)).toEqual(hidden)
  })
})
