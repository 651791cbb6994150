import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { ensureSandboxShop } from '../shops/shops'
import { basic, testSandbox } from '../testing'
import { tokenize } from '../tokenizations/testing'

onEachEngine('the duplicate rule of tokenizations', (kind) => {
  const sandbox = testSandbox(kind)

  const duplicate = {
    status: 422,
    body: {
      response: { message: 'Duplicate transaction.', errors: { base: ['Duplicate transaction'] } },
    },
  }
  const age = (uid: string, seconds: number) =>
    sandbox.engine.db.execute(
      sql`UPDATE sandbox.transactions SET created_at = created_at - make_interval(secs => ${seconds}) WHERE uid = ${uid}`,
    )

  it('refuses the same amount and number, whatever else is other', async () => {
    const { transaction } = await tokenize(sandbox, { amount: 101 })
    const before = await sandbox.dump()
    const other = { holder: 'Another', exp_year: '2041', verification_value: '222' }
    expect(await tokenize(sandbox, { amount: 101, description: 'Other' }, other)).toMatchObject(duplicate)
    expect(await sandbox.dump()).toBe(before)
    expect((await tokenize(sandbox, { amount: 101, duplicate_check: false })).status).toBe(200)
    expect((await tokenize(sandbox, { amount: 102 })).status).toBe(200)
    expect((await tokenize(sandbox, { amount: 101 }, { number: '5204240000015003' })).status).toBe(200)
    expect(transaction.status).toBe('successful')
  })

  it('holds for 30 seconds after the original', async () => {
    const { transaction } = await tokenize(sandbox, { amount: 201 })
    await age(transaction.uid, 20)
    expect(await tokenize(sandbox, { amount: 201 })).toMatchObject(duplicate)
    await age(transaction.uid, 11)
    expect((await tokenize(sandbox, { amount: 201 })).status).toBe(200)
  })

  it('counts a decline as the original', async () => {
    const number = '4005550000000019'
    expect((await tokenize(sandbox, { amount: 301 }, { number })).transaction.status).toBe('failed')
    expect(await tokenize(sandbox, { amount: 301 }, { number })).toMatchObject(duplicate)
  })

  it('lets one of six at once through', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => tokenize(sandbox, { amount: 401 })))
    expect(made.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('is each shop’s own', async () => {
    const { db, sealer } = sandbox.engine
    await ensureSandboxShop(db, sealer, { shopId: 362, secretKey: 'other' })
    const mine = await tokenize(sandbox, { amount: 501 })
    const theirs = await tokenize(sandbox, { amount: 501 }, {}, { authorization: basic(362, 'other') })
    expect([mine.status, theirs.status]).toEqual([200, 200])
    // One card in two shops: nothing in the responses links the two.
    expect(theirs.transaction.credit_card.stamp).not.toBe(mine.transaction.credit_card.stamp)
    const again = await tokenize(sandbox, {}, { holder: 'Other', exp_month: '7', exp_year: '2044' })
    expect(again.transaction.credit_card.stamp).toBe(mine.transaction.credit_card.stamp)
  })
})
