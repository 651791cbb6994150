import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { shops } from '../../core/server/tables/shops'
import { forwardingAttempts, forwardingMessages } from '../../forwarding/server/tables'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { otherShop } from '../../testing/shops/other-shop'
import { retainNotifications } from './retention'
import { notifications } from './tables'

const now = new Date('2026-06-15T12:00:00Z')
const kept = 'Chair for Mayer'
const body = {
  transaction: { uid: 'one', status: 'successful', customer: { last_name: 'Mayer' }, description: kept },
}
/** More than one page of each kind. */
const count = 520

onEachEngine('retention of more than a page', (kind) => {
  const office = testOffice(kind)
  const add = (shopId: string) =>
    office.engine.db.insert(notifications).values(
      Array.from({ length: count }, (_, n) => ({
        shopId,
        id: `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        receivedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
        lastReceivedAt: now,
        // Every tenth is not JSON, which changes other columns.
        body: Buffer.from(n % 10 === 0 ? 'Mayer' : JSON.stringify(body)),
        fingerprint: Buffer.from(String(n)),
        headers: { 'content-type': 'text/plain' },
        signature: 'verified' as const,
        credentials: 'matched' as const,
        authenticity: 'signature' as const,
        uid: 'one',
        description: kept,
        trackingId: '\uD83D\uDE00 order',
        email: 'mayer@mail.example',
        keys: ['mayer'],
        processedAt: now,
      })),
    )
  const rowsOf = (shopId: string) =>
    office.engine.db
      .select()
      .from(notifications)
      .where(eq(notifications.shopId, shopId))
      .orderBy(asc(notifications.id))
  const retain = async (periods: { personalMonths?: number; payloadMonths?: number }) => {
    await office.engine.db.update(shops).set(periods).where(eq(shops.id, office.context.shop.id))
    expect(await retainNotifications(office.engine, office.context.shop.id, { now })).toBe(true)
    return rowsOf(office.context.shop.id)
  }

  /** What a receiver of the first notification answered. */
  const answer = async (text: string) => {
    const [shopId, notificationId, messageId] = [office.context.shop.id, `10000000-0000-4000-8000-${'0'.repeat(12)}`, crypto.randomUUID()] // prettier-ignore
    const message = { shopId, id: messageId, notificationId, endpointId: crypto.randomUUID() }
    await office.engine.db
      .insert(forwardingMessages)
      .values({ ...message, state: 'delivered', roundAt: now, createdAt: now })
    const attempt = { shopId, messageId, id: crypto.randomUUID(), at: now, milliseconds: 1 }
    await office.engine.db.insert(forwardingAttempts).values({ ...attempt, answer: text })
  }
  const answers = async () => {
    const rows = await office.engine.db
      .select()
      .from(forwardingAttempts)
      .where(office.whereShop(forwardingAttempts))
    return rows.flatMap((row) => row.answer ?? [])
  }

  it('removes personal data of all, then payloads, in this shop only', async () => {
    await add(office.context.shop.id)
    const others = await rowsOf(otherShop)
    await answer(kept)
    const said = { code: 1, message: kept, endpoint_status: 200, answered_in_ms: 5 } as const
    await office.engine.db
      .update(notifications)
      .set({ answer: { ...said, reason: 'endpoint_declined' } })
      .where(office.whereShop(notifications))
    const anonymous = await retain({ personalMonths: 2 })
    expect(await answers()).toEqual([])
    expect(
      anonymous.filter(({ personalRemovedAt }) => personalRemovedAt?.valueOf() === now.valueOf()),
    ).toHaveLength(count)
    expect(JSON.stringify(anonymous.map((row) => ({ ...row, body: row.body.toString() })))).not.toMatch(
      /mayer/i,
    )
    const [unreadable, readable] = anonymous
    expect(unreadable).toMatchObject({
      description: null,
      trackingId: null,
      headers: {},
      payloadRemovedAt: now,
    })
    expect(readable).toMatchObject({
      uid: 'one',
      description: 'Chair for •••',
      payloadRemovedAt: null,
      keys: [],
    })
    expect(readable?.headers).toEqual({ 'content-type': 'text/plain' })
    expect(JSON.parse(String(readable?.body))).toMatchObject({
      transaction: { uid: 'one', status: 'successful' },
    })
    const bare = await retain({ payloadMonths: 2 })
    expect(bare.every((row) => row.body.length === 0 && row.payloadRemovedAt !== null)).toBe(true)
    expect(bare[1]).toMatchObject({ uid: 'one', description: 'Chair for •••', searchTerms: [] })
    expect(await rowsOf(otherShop)).toEqual(others)
  })
})
