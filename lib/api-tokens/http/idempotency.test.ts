import { beforeAll, expect, it } from 'vitest'
import type { TokenScope } from '@/lib/core/permissions'
import { ownToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { browser } from '@/lib/testing/browser'
import { checkoutClient, having } from '@/lib/testing/checkouts'
import { opened } from '@/lib/testing/opened'

const email = 'maria.keller@mail.example'
const scopes: TokenScope[] = ['checkouts.create', 'checkouts.read']

const app = testApplication()
const client = opened(() => checkoutClient(app))
let checkout = ''
beforeAll(async () => {
  browser.person = app.owner.actor
  checkout = (await client.make(having({ description: `For ${email}` }))).id
})

it('gives a token no answer that another token of the same person got', async () => {
  const open = await ownToken(app.owner, { name: 'Open', scopes: [...scopes, 'personal_data.read'] })
  const masked = await ownToken(app.owner, { scopes })
  browser.person = null
  const reissue = async (token: string) => {
    const answer = await fetch(`${app.url}/api/shops/sandbox/checkouts/${checkout}/reissue`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-counterfoil-peer': '192.0.2.1',
        'idempotency-key': 'order-1001',
      },
      body: JSON.stringify({ even_so: true }),
    })
    const text = await answer.text()
    return [answer.status, text.includes(email), (JSON.parse(text) as { code?: string }).code]
  }
  expect(await reissue(open.token)).toEqual([201, true, undefined])
  expect(await reissue(open.token)).toEqual([201, true, undefined])
  expect(await reissue(masked.token)).toEqual([409, false, 'idempotency_conflict'])
})
