import { beforeAll, expect, it } from 'vitest'
import type { SampleResult } from '@/lib/forwarding/sample'
import { onEachEngine } from '@/lib/db/testing-engines'
import { config } from '@/lib/core/server/config/config'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'

onEachEngine('an application that listens on one address alone', (kind) => {
  const app = testApplication(kind, '127.0.0.2')
  const call = apiOf(app)
  beforeAll(() => {
    browser.person = app.owner.actor
  })

  it('reaches its sandbox, and is reached by it and by samples', async () => {
    const { selfOrigin } = config.get()
    expect(selfOrigin).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/)
    expect(app.owner.shop.gatewayUrl).toBe(`${selfOrigin}/sandbox`)
    const { rows } = await app.engine.db.execute(`SELECT notification_url FROM sandbox.shops`)
    const address = `${selfOrigin}/api/hooks/${app.owner.shop.hookKey}/notification`
    expect(rows).toEqual([{ notification_url: address }])
    const sent = await call<SampleResult>('POST', '/samples', {
      kind: 'successful',
      amount: 1250,
      currency: 'EUR',
      description: 'Sample order',
      tracking_id: '',
      uid: `sample-${crypto.randomUUID()}`,
      created_at: new Date().toISOString(),
      target: 'here',
    })
    expect(sent.body).toMatchObject({ accepted: true, status: 200 })
  })
})
