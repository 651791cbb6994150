import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { answering, serve } from '@/lib/testing/servers/probed-gateway'
import type { AddressReport, ConnectionReport } from '../schema'
import { callsTo } from './testing'

const codeOf = ({ checks }: AddressReport) => checks.find(({ state }) => state === 'failed')?.code

onEachEngine('a shop with a wrong gateway added by a person', (kind) => {
  const app = testApplication(kind)
  const { call } = callsTo(app)
  beforeAll(async () => {
    browser.person = app.owner.actor
    const { body } = await call<{ version: number }>('GET', 'installation')
    await call('PATCH', 'installation', { version: body.version, allowed_networks: ['127.0.0.0/8'] })
  })

  const at = (url: string, more: object = {}) => ({
    name: 'Paper',
    mode: 'live',
    gateway_shop_id: 7011,
    secret_key: 'a-key-of-the-shop',
    gateway_url: url,
    apm_url: url,
    checkout_url: url,
    ...more,
  })
  const kept = async () => {
    const { rows } = await app.engine.db.execute(sql`
        SELECT (SELECT count(*) FROM shops) AS shops, (SELECT count(*) FROM memberships) AS members,
          (SELECT count(*) FROM activity WHERE action LIKE 'shop.%') AS recorded`)
    return rows
  }

  it.each<[string, () => Promise<string>, string]>([
      ['a host that does not exist', async () => 'https://nobody.invalid', 'name_not_found'],
      ['a path that does not exist', () => serve(answering(404, '{"message":"Not found"}')), 'path_unknown'],
      [
        'a redirect',
        () => serve((_request, response) => void response.writeHead(302, { location: 'https://elsewhere.example/' }).end()),
        'redirect',
      ],
      ['a sign-in page answered with 200', () => serve(answering(200, '<!doctype html><title>Sign in</title>')), 'web_page'],
      ['the JSON of another product', () => serve(answering(200, '{"data":[],"page":1}')), 'other_json'],
      ['HTTPS where the gateway speaks HTTP', async () => (await serve(answering(200, '[]'))).replace('http:', 'https:'), 'no_tls'],
    ])('%s: refused with what is wrong, and nothing is kept', async (_name, open, code) => {
      const url = await open()
      const before = await kept()
      const refused = await call<{ current: { report: ConnectionReport } }>('POST', 'shops', at(url))
      expect([refused.status, refused.body.code]).toEqual([422, 'connection_failed'])
      expect(refused.body.current.report.addresses.map(codeOf)).toContain(code)
      expect(await kept()).toEqual(before)
    }) // prettier-ignore

  it('a wrong key that every address refuses: each says so, and none that cards are closed', async () => {
    const url = await serve(answering(401, ''))
    const { body } = await call<{ current: { report: ConnectionReport } }>('POST', 'shops', at(url))
    expect(body.current.report.addresses.map(codeOf)).toEqual(
      Array.from({ length: 3 }, () => 'credentials_wrong'),
    )
  })

  it('two people who add the same one at once: one does, the other is told which shop it is', async () => {
    const order = at('https://gateway.example', { gateway_shop_id: 7012, accept_untested: true })
    const both = await Promise.all(
      ['One', 'Two'].map((name) => call<{ errors?: object }>('POST', 'shops', { ...order, name })),
    )
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 422]))
    const refused = both.find(({ status }) => status === 422)
    expect(refused?.body.errors).toEqual({ gateway_shop_id: [expect.stringContaining('shop-7012')] })
  })
})
