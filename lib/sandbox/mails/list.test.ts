import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { ensureSandboxShop } from '../shops/shops'
import { mails } from '../tables/payments'
import { basic, testSandbox, testShop } from '../testing'
import type { Mail } from './mails'

const other = { shopId: 362, secretKey: 'another secret' }

onEachEngine('the outbox through the interface', (kind) => {
  const sandbox = testSandbox(kind)
  beforeAll(async () => {
    const { db, sealer } = sandbox.engine
    await ensureSandboxShop(db, sealer, other)
    const mail = (shopId: number, subject: string, at: number) => ({
      shopId,
      subject,
      id: randomUUID(),
      uid: randomUUID(),
      recipient: 'buyer@mail.example',
      language: 'de',
      lines: ['one', 'two'],
      createdAt: new Date(at),
    })
    const many = Array.from({ length: 101 }, (_, index) => mail(testShop.shopId, `mail ${index}`, index))
    await db.insert(mails).values([mail(other.shopId, 'of another shop', 0), ...many])
  })

  it('shows the newest hundred of the shop alone, newest first', async () => {
    const answer = await sandbox.call('GET', '/mails')
    expect(answer.status).toBe(200)
    const found = (await answer.json()) as Mail[]
    expect(found.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 100 }, (_, index) => `mail ${100 - index}`),
    )
    expect(found[0]).toEqual({
      id: expect.any(String) as unknown,
      uid: expect.any(String) as unknown,
      subject: 'mail 100',
      recipient: 'buyer@mail.example',
      language: 'de',
      lines: ['one', 'two'],
      created_at: '1970-01-01T00:00:00.100Z',
    })
    const authorization = basic(other.shopId, other.secretKey)
    const others = await sandbox.call('GET', '/mails', { authorization })
    expect(((await others.json()) as Mail[]).map(({ subject }) => subject)).toEqual(['of another shop'])
  })

  it('is closed to who has no credentials', async () => {
    expect((await sandbox.call('GET', '/mails', { authorization: null })).status).toBe(401)
    expect((await sandbox.call('GET', '/mails', { authorization: basic(361, 'wrong') })).status).toBe(401)
  })
})
