import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { sandboxShops } from '../server/create'
import { callsTo } from './testing'

describe('shops that people add', () => {
  const app = testApplication()
  const { call, connection } = callsTo(app)
  beforeAll(() => {
    browser.person = app.owner.actor
  })

  it('can be made at the sandbox without anything to enter, beside the first one', async () => {
    const { status, body } = await call<{ id: string }>('POST', 'shops', {
      mode: 'sandbox',
      name: 'Second sandbox',
    })
    expect([status, body.id]).toEqual([201, 'sandbox-2'])
    expect((await call('POST', 'shops/sandbox-2/connection/test', {})).body.is_usable).toBe(true)
    const { version } = await connection('sandbox-2')
    expect((await call('PATCH', 'shops/sandbox-2/connection', { version, mode: 'live' })).status).toBe(422)
    const rotation = { version, secret_key: randomBytes(8).toString('hex'), keep_hours: 1 }
    expect((await call('POST', 'shops/sandbox-2/connection/key', rotation)).status).toBe(200)
    expect((await call('POST', 'shops/sandbox-2/connection/test', {})).body.is_usable).toBe(true)
  })

  it('at the sandbox keep their key while it is off', async () => {
    const sandbox = sandboxShops.get()
    const { version } = await connection('sandbox-2')
    const rotation = { version, secret_key: randomBytes(8).toString('hex'), keep_hours: 1 }
    sandboxShops.set(undefined as never)
    const refused = await call('POST', 'shops/sandbox-2/connection/key', rotation)
    sandboxShops.set(sandbox)
    expect(refused).toMatchObject({ status: 422, body: { errors: { base: [/no sandbox/] } } })
    expect(await connection('sandbox-2')).toMatchObject({ version })
  })
})
