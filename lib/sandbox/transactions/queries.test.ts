import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { ensureSandboxShop } from '../shops/shops'
import { basic, testSandbox } from '../testing'
import { tokenize } from '../tokenizations/testing'

onEachEngine('queries of transactions through the interface', (kind) => {
  const sandbox = testSandbox(kind)
  const other = basic(362, 'other')
  beforeAll(async () => {
    const { db, sealer } = sandbox.engine
    await ensureSandboxShop(db, sealer, { shopId: 362, secretKey: 'other' })
  })

  const list = async (id: string, authorization?: string) => {
    const path = `/v2/transactions/tracking_id/${encodeURIComponent(id)}`
    const answer = await sandbox.call('GET', path, authorization ? { authorization } : {})
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { transactions: { uid: string }[] }).transactions
  }

  it('answer one by its uid as it was answered first', async () => {
    const { transaction } = await tokenize(sandbox)
    const answer = await sandbox.call('GET', `/transactions/${transaction.uid}`)
    expect([answer.status, await answer.json()]).toEqual([200, { transaction }])
  })

  it.each([randomUUID(), '1-310b0da80b', '%00', "' OR 1=1"])('say that there is none: %s', async (uid) => {
    const answer = await sandbox.call('GET', `/transactions/${encodeURIComponent(uid)}`)
    expect([answer.status, await answer.json()]).toEqual([404, { response: { message: 'Record not found' } }])
  })

  it('tell no shop of another’s', async () => {
    const { transaction } = await tokenize(sandbox, { tracking_id: 'mine' })
    const answer = await sandbox.call('GET', `/transactions/${transaction.uid}`, { authorization: other })
    expect(answer.status).toBe(404)
    expect(await list('mine', other)).toEqual([])
    expect(await list('mine')).toEqual([transaction])
  })

  it.each(['order-1;basket 2; visit/3', 'order-1', 'basket 2', 'visit/3'])('find by %s', async (id) => {
    const { transaction } = await tokenize(sandbox, { tracking_id: 'order-1;basket 2; visit/3' })
    expect((await list(id)).map(({ uid }) => uid)).toContain(transaction.uid)
  })

  it.each(['order', 'order-1;basket 2', 'ORDER-1', ';', '%', '\0'])('find nothing by %j', async (id) =>
    expect(await list(id)).toEqual([]),
  )

  it('answer one transaction at the address without a version, and 404 where there is none', async () => {
    const ask = async (id: string, authorization?: string) => {
      const path = `/transactions/tracking_id/${encodeURIComponent(id)}`
      const answer = await sandbox.call('GET', path, authorization ? { authorization } : {})
      return [answer.status, await answer.json()]
    }
    const none = [404, { response: { message: 'Record not found' } }]
    const { transaction } = await tokenize(sandbox, { tracking_id: 'order-5;basket 6' })
    expect(await ask('basket 6')).toEqual([200, { transaction }])
    expect(await ask('order-5', other)).toEqual(none)
    expect(await ask('\0')).toEqual(none)
    const again = await tokenize(sandbox, { tracking_id: 'order-5' })
    expect(await ask('order-5')).toEqual([200, { transaction: again.transaction }])
  })

  it('answer the ten most recent, newest first', async () => {
    const uids: string[] = []
    for (let made = 0; made < 12; made++) {
      const { transaction } = await tokenize(sandbox, { tracking_id: 'many' })
      uids.unshift(transaction.uid)
      await sandbox.engine.db.execute(
        sql`UPDATE sandbox.transactions SET created_at = now() - make_interval(mins => ${60 - made}) WHERE uid = ${transaction.uid}`,
      )
    }
    expect((await list('many')).map(({ uid }) => uid)).toEqual(uids.slice(0, 10))
  })
})
