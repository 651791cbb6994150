import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CustomerPage } from '@/lib/customers/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testApplication } from '@/lib/testing/application'
import { browser, successOf } from '@/lib/testing/browser'
import { checkoutClient } from '@/lib/testing/checkouts'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import { searchShops } from './palette-search'

const shop = { id: 'sandbox', name: 'S', gateway_shop_id: 1, mode: 'sandbox', isArchived: false, logo: null } as const // prettier-ignore

onEachEngine('the palette', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))

  beforeEach(() => {
    browser.person = app.owner.actor
    const request = fetch
    vi.stubGlobal('fetch', (address: string, init?: RequestInit) => request(new URL(address, app.url), init))
  })
  afterEach(() => vi.unstubAllGlobals())

  const search = async (q: string, ofKind = 'payments', zone = 'UTC') => {
    const options = { sandbox: null, zone, amountText: () => null, others: [], shopText: () => '' }
    const { entries } = await searchShops(new QueryClient(), shop, q, options)
    return entries.flatMap(({ kind: one, id, isSimilar }) => (one === ofKind ? [[id, isSimilar]] : []))
  }

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  async function pay(uid: string, lastName: string, hours: number, more: object = {}) {
    const at = { created_at: hoursAgo(hours), paid_at: hoursAgo(hours) }
    const card = { credit_card: { brand: 'visa', first_1: '4', last_4: '1111' } }
    const payment = {
      uid,
      type: 'payment',
      status: 'successful',
      amount: 6520,
      currency: 'EUR',
      ...at,
      ...card,
    }
    await client.notify({
      transaction: { ...payment, billing_address: { last_name: lastName }, ...more },
    })
    await eventually(async () => expect(await successOf(app)('GET', `/payments/${uid}`)).toBeDefined())
  }

  it('shows similar names after one that matches', async () => {
    await pay('meant', 'Keller', 30, { credit_card: { brand: 'visa', last_4: '0000' } })
    await pay('namesake', 'Kellr', 40)
    expect(await search('Kellr')).toEqual([
      ['namesake', false],
      ['meant', true],
    ])
    expect(await search('Keller')).toEqual([
      ['meant', false],
      ['namesake', true],
    ])
    expect(await search('Brandt')).toEqual([])
    const create = (first_name: string, last_name: string) =>
      successOf<{ id: string }>(app)('POST', '/customers', {
        first_name,
        last_name,
        email: `${last_name}@mail.example`,
        ip: '192.0.2.1',
      })
    const [keller, kellr] = [await create('Maria', 'Keller'), await create('Jan', 'Kellr')]
    expect(await search('Kellr', 'customers')).toEqual([
      [kellr.id, false],
      [keller.id, true],
    ])
    const sorted = await successOf<CustomerPage>(app)('GET', '/customers?q=Kellr&similar=include&sort=name')
    expect(sorted).toMatchObject({ alike: true, total: 2, items: [{ id: keller.id }, { id: kellr.id }] })
  })

  it('shows the last four digits of a card first, then its first digits', async () => {
    const newer = { credit_card: { brand: 'visa', bin: '474700', last_4: '1111' } }
    for (let n = 0; n < 7; n++) await pay(`bin-${n}`, 'Brandt', n + 1, newer)
    await pay('ends', 'Brandt', 50, { credit_card: { brand: 'visa', last_4: '4747' } })
    const found = await search('4747')
    expect(found).toHaveLength(6)
    expect(found.slice(0, 2)).toEqual([
      ['ends', false],
      ['bin-0', false],
    ])
    expect((await search('Brandt 4747'))[0]).toEqual(['ends', false])
  })

  it('takes “yesterday” for the day before in the zone of the shop or the viewer', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const at = (daysAgo: number, hour: number) =>
      (Date.now() - Date.parse(`${today}T00:00Z`)) / 3_600_000 + 24 * daysAgo - hour
    const isLate = new Date().getUTCHours() >= 10
    // In one zone it is tomorrow already, or in the other still yesterday.
    const [zone, there] = isLate ? ['Pacific/Kiritimati', at(0, 6)] : ['Pacific/Niue', at(2, 16)]
    await pay('there', 'Zimmer', there)
    await pay('utc', 'Zimmer', isLate ? at(1, 5) : at(1, 12))
    expect(await search('Zimmer yesterday')).toEqual([['utc', false]])
    expect(await search('Zimmer yesterday', 'payments', zone)).toEqual([['there', false]])
  })
})
