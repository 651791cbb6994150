import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { maskEarlierNotifications } from './earlier'
import { cardTokenOf } from './redaction/sealed-tokens'
import { notifications } from './tables'

onEachEngine('notifications of an earlier release as they were stored', (kind) => {
  const office = testOffice(kind)

  const insert = async (body: string, sourceAddress: string | null = null) => {
    const at = new Date()
    const id = uuidv7()
    await office.engine.db.insert(notifications).values({
      shopId: office.context.shop.id,
      id,
      receivedAt: at,
      lastReceivedAt: at,
      body: Buffer.from(body),
      fingerprint: createHash('sha256').update(body).digest(),
      headers: { 'content-signature': 'c2lnbmVk' },
      signature: 'verified',
      credentials: 'absent',
      authenticity: 'signature',
      sourceAddress,
    })
    return id
  }

  it('lose their cards, keep their tokens sealed, and are otherwise as they came', async () => {
    const card = '{"transaction": {"credit_card": {"token": "an-earlier-token-1"}}}'
    const plain = '{"transaction":  {"uid": "1"}}'
    const ids = [await insert(card), await insert('{"pan": "4200000000000000"}'), await insert(plain)]
    const other = await insert('{"pan": "4200 0000 0000 0000 "}', '192.0.2.1')
    await maskEarlierNotifications(office.engine)
    const rows = new Map(
      (await office.engine.db.select().from(notifications).where(office.whereShop(notifications))).map(
        (row) => [row.id, row],
      ),
    )
    const [masked, flagged, same] = ids.map((id) => rows.get(id))
    expect(masked?.body.toString()).toBe('{"transaction": {"credit_card": {"token": "••••en-1"}}}')
    expect(masked && cardTokenOf(office.context, masked, { credit_card: { token: null } } as never)).toBe(
      'an-earlier-token-1',
    )
    expect(flagged).toMatchObject({ hasCardNumber: true, sourceAddress: '' })
    expect(flagged?.headers).toEqual({})
    expect(masked?.headers).toHaveProperty('content-signature')
    expect(flagged?.body.toString()).not.toContain('4200000000000000')
    expect(same?.body.toString()).toBe(plain)
    // A notification that came since was masked on arrival, and is left alone.
    expect(rows.get(other)?.sourceAddress).toBe('192.0.2.1')
  })
})
