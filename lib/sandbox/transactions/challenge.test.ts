import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testSandbox } from '../testing'
import { answerTo, tokenize } from '../tokenizations/testing'
import { challengeView } from './challenge'

const number = '5204240000015029'

onEachEngine('3-D Secure challenges of a tokenization', (kind) => {
  const sandbox = testSandbox(kind)
  beforeAll(async () => {
    await sandbox.call('PUT', '/shop', { body: { three_d_secure: true } })
  })

  const begin = async (over: Record<string, unknown> = {}) => {
    const { transaction } = await tokenize(
      sandbox,
      { notification_url: 'http://127.0.0.1:9/hook', customer: { email: 'maria@example.com' }, ...over },
      { number },
    )
    expect(transaction).toMatchObject({ status: 'incomplete', tokenization: null })
    return transaction.uid
  }
  const read = async (uid: string) => {
    const answer = await sandbox.call('GET', `/transactions/${uid}`)
    return ((await answer.json()) as { transaction: Record<string, unknown> }).transaction
  }
  const counts = async (uid: string) => {
    const { rows } = await sandbox.engine.db.execute(
      sql`SELECT (SELECT count(*)::int FROM sandbox.deliveries WHERE subject = ${uid}) AS deliveries,
              (SELECT count(*)::int FROM sandbox.mails WHERE uid = ${uid}::uuid) AS mails,
              (SELECT count(*)::int FROM sandbox.cards) AS cards`,
    )
    return rows[0] as { deliveries: number; mails: number; cards: number }
  }
  const back = (uid: string, status: string) =>
    `https://books.example/back?order=7&status=${status}&uid=${uid}`

  it('that is passed ends well, with token, notification and e-mail', async () => {
    const uid = await begin()
    const before = await counts(uid)
    expect(before).toMatchObject({ deliveries: 0, mails: 0 })
    expect(await answerTo(sandbox, uid)).toEqual({
      status: 201,
      body: { uid, status: 'successful', next: back(uid, 'successful') },
    })
    expect(await read(uid)).toMatchObject({
      status: 'successful',
      redirect_url: `https://shop.example/sandbox/payments/${uid}`,
      credit_card: { token: expect.stringMatching(/^[0-9a-f]{64}$/) },
      tokenization: { status: 'successful' },
      three_d_secure_verification: { status: 'successful' },
    })
    expect(await counts(uid)).toEqual({ deliveries: 1, mails: 1, cards: before.cards + 1 })
  })

  it.each(['2222', '11111', 'x'])('that is answered with %s fails, without a token', async (password) => {
    const uid = await begin()
    const { cards } = await counts(uid)
    expect(await answerTo(sandbox, uid, password)).toEqual({
      status: 201,
      body: { uid, status: 'failed', next: back(uid, 'failed') },
    })
    expect(await read(uid)).toMatchObject({
      status: 'failed',
      credit_card: { token: null },
      tokenization: { status: 'failed' },
      three_d_secure_verification: { status: 'failed' },
    })
    expect(await counts(uid)).toEqual({ deliveries: 1, mails: 1, cards })
  })

  it('is answered once, however often it is sent', async () => {
    const uid = await begin()
    const answers = await Promise.all(['1111', '1111', '9', '1111'].map((one) => answerTo(sandbox, uid, one)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.status)).size).toBe(1)
    const after = await sandbox.dump()
    const { status } = (await read(uid)) as { status: string }
    const other = status === 'successful' ? '9' : '1111'
    expect(await answerTo(sandbox, uid, other)).toMatchObject({ status: 200, body: { uid, status } })
    expect(await sandbox.dump()).toBe(after)
    expect(await counts(uid)).toMatchObject({ deliveries: 1, mails: 1 })
  })

  it.each([{}, '', 1111, null, 'x'.repeat(101)])('refuses the password %j', async (password) => {
    const uid = await begin()
    const before = await sandbox.dump()
    expect(await answerTo(sandbox, uid, password)).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: { password: [expect.any(String)] } },
    })
    expect(await sandbox.dump()).toBe(before)
  })

  it('of nothing is not found', async () => {
    for (const uid of [randomUUID(), 'x', '%00']) expect((await answerTo(sandbox, uid)).status).toBe(404)
  })

  it('shows what it is about, and whether it is still to be answered', async () => {
    const uid = await begin({ language: 'de' })
    expect(await challengeView(uid)).toMatchObject({
      uid,
      currency: 'EUR',
      description: 'Membership',
      language: 'de',
      brand: 'master',
      last_4: '5029',
      state: 'open',
    })
    await answerTo(sandbox, uid)
    expect(await challengeView(uid)).toMatchObject({ state: 'answered', next: back(uid, 'successful') })
    expect(await challengeView(randomUUID())).toBeNull()
    expect(await challengeView('x')).toBeNull()
  })
})
