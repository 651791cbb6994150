import { beforeAll, expect, it } from 'vitest'
import { messageOf } from '@/lib/alerts/server/messages'
import { loadShop } from '@/lib/core/server/shop/load'
import { customersOf } from '@/lib/customers/server/testing'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { Statistics } from '@/lib/overview/schema'
import type { ShopConnection } from '@/lib/shops/schema'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { otherShop } from '@/lib/testing/shops/other-shop'
import type { PaymentPage } from '../list'
import type { StatementPreview } from '../reconciliation/reconciliation'
import type { PaymentReport } from '../report'

onEachEngine("days of the shop's own time zone over HTTP", (kind) => {
  const app = testApplication(kind)
  const call = async (method: string, path: string, body?: string) => {
    browser.person = app.owner.actor
    const response = await fetch(`${app.url}/api/shops/sandbox/${path}`, { method, body })
    return { status: response.status, text: await response.text() }
  }
  const read = async <Body>(path: string) => JSON.parse((await call('GET', path)).text) as Body
  const setZone = async (zone: unknown) => {
    const { version } = await read<ShopConnection>('connection')
    return call('PATCH', 'connection', JSON.stringify({ version, time_zone: zone }))
  }

  beforeAll(async () => {
    // Clocks went back on 25 October 2026: the day has 25 hours in Berlin, from 22:00 to 23:00 UTC.
    const times = ['24T21:59:59', '24T22:00:00', '25T22:59:59', '25T23:00:00']
    const here = customersOf({ engine: app.engine, context: app.owner })
    for (const [n, time] of times.entries()) {
      const at = `2026-10-${time}Z`
      await here.notify({ uid: `pay-${n}`, amount: 100, currency: 'EUR', status: 'successful', created_at: at, paid_at: at }) // prettier-ignore
    }
  })

  const day = '2026-10-25'
  const shown = async () => ({
      report: (await read<PaymentReport>(`payments/report?from=${day}&to=${day}`)).currencies[0]?.total.payments,
      file: (await call('GET', `payments/report/export?from=${day}&to=${day}`)).text.split('\n')[1],
      list: (await read<PaymentPage>(`payments?day_from=${day}&day_to=${day}`)).items.map(({ uid }) => uid),
      counted: (await read<PaymentPage>(`payments?day_from=${day}&day_to=${day}&counted=paid&currency=EUR`)).counted,
      exported: (await call('GET', `payments/export?columns=uid&day_from=${day}&day_to=${day}`)).text.trim(),
      overview: (await read<Statistics>(`statistics?period=custom&from=${day}&to=${day}`)).now.payments,
      statement: (JSON.parse((await call('POST', 'payments/reconciliations/preview', 'UID;Amount\na;1\n')).text) as StatementPreview).mapping.zone,
    }) // prettier-ignore

  it('are those of UTC until a zone is chosen', async () => {
    expect(await shown()).toMatchObject({
      report: 2,
      list: ['pay-3', 'pay-2'],
      counted: { amount: '200', currency: 'EUR', transactions: 2 },
      overview: 2,
      statement: 'UTC',
    })
  })

  it('apply to the report, its file, the list, its export, the overview and statements', async () => {
    expect((await setZone('Europe/Berlin')).status).toBe(200)
    expect(await shown()).toEqual({
      report: 2,
      file: expect.stringContaining(`EUR,${day},${day},2,2.00`) as string,
      list: ['pay-2', 'pay-1'],
      counted: { amount: '200', currency: 'EUR', transactions: 2 },
      exported: 'uid\r\npay-2\r\npay-1',
      overview: 2,
      statement: 'Europe/Berlin',
    })
    const { zone } = await read<PaymentReport>('payments/report')
    expect(zone).toBe('Europe/Berlin')
    // A query may ask for another zone.
    const asked = await read<PaymentPage>(`payments?day_from=${day}&day_to=${day}&zone=UTC`)
    expect(asked.items.map(({ uid }) => uid)).toEqual(['pay-3', 'pay-2'])
  })

  it('apply to mails about alerts', async () => {
    const alert = {
      kind: 'chargeback',
      detail: {},
      openedAt: new Date('2026-10-24T22:30Z'),
      closedAt: null,
    } as const
    const textIn = (timeZone: string | null) =>
      messageOf({ ...app.owner.shop, timeZone }, alert, 'raised').text
    expect(textIn('Europe/Berlin')).toContain('When: 25 Oct 2026, 00:30:00 +02:00 (Europe/Berlin)')
    expect(textIn(null)).toContain('When: 2026-10-24 22:30 UTC')
  })

  it('are a recorded setting of each shop, and valid zones only', async () => {
    expect((await setZone('Asia/Kathmandu')).status).toBe(200)
    expect((await read<ShopConnection>('connection')).time_zone).toBe('Asia/Kathmandu')
    expect((await loadShop(app.engine.db, otherShop))?.timeZone).toBeNull()
    const { text } = await call('GET', 'activity')
    expect(text).toContain('time_zone')
    for (const wrong of ['Mars/Base', '', 7]) expect((await setZone(wrong)).status).toBe(422)
    expect((await setZone(null)).status).toBe(200)
    expect((await read<ShopConnection>('connection')).time_zone).toBeNull()
  })
})
