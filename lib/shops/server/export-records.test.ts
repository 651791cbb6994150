import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '@/lib/customers/server/testing'
import { onEachEngine } from '@/lib/db/testing-engines'
import { startAnonymisation } from '@/lib/notifications/server/redaction/anonymisations'
import { notifications } from '@/lib/notifications/server/tables'
import { testOffice } from '@/lib/testing/office'
import { recordsOf } from './export-records'

onEachEngine('the records of a shop in its export', (kind) => {
  const office = testOffice(kind)
  let here: ReturnType<typeof customersOf>
  beforeAll(async () => {
    here = customersOf(office)
    await here.synced()
  })

  it('name nobody whose anonymisation has not reached a body yet', async () => {
    const { context, engine } = office
    const email = 'maria@reader.example'
    await here.notify({ customer: { email, first_name: 'Maria' }, description: 'For Maria Kellermann' })
    await here.notify({ customer: { email: 'bo@reader.example' }, description: 'For Bo' })
    const names = { texts: ['Maria Kellermann'], ids: [], words: ['Maria'] }
    const whom = { customerIds: [], keys: [`email:${email}`], names }
    const { found } = await engine.db.transaction((tx) => startAnonymisation(tx, context.shop.id, whom))
    expect(found).toBe(1)
    const headers = { 'content-signature': 'c2lnbmF0dXJl', 'user-agent': 'gateway' }
    await engine.db.update(notifications).set({ headers }).where(office.whereShop(notifications))
    const lines: string[] = []
    for await (const batch of recordsOf(context, 'notifications')) lines.push(...batch)
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toMatch(/maria/i)
    expect(lines.join('')).toContain('For •••')
    expect(lines.join('')).toContain('bo@reader.example')
    expect(lines.join('')).not.toContain('content-signature')
    expect(lines.join('')).toContain('user-agent')
  })
})
