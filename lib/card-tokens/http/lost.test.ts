import { expect, it } from 'vitest'
import { cardTokens } from '@/lib/card-tokens/server/tables'
import { tokenizeCard } from '@/lib/card-tokens/server/tokenize'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testJobs } from '@/lib/testing/jobs'

const body = {
  request: {
    amount: 1000,
    currency: 'EUR',
    description: 'Membership',
    test: true,
    credit_card: { number: '4200000000000000', verification_value: '111', exp_month: '1', exp_year: '2039' },
  },
}

onEachEngine('a card token that is perhaps there with the sandbox', (kind) => {
  const { app, client } = testJobs(kind)

  it('is unconfirmed too where the database goes away while the answer is lost', async () => {
    await client.fault({ endpoint: 'tokenizations.create', kind: 'lost' })
    const db = new Proxy(app.engine.db, {
      get: (all, name) => {
        if (name === 'insert') throw new Error('no database')
        return Reflect.get(all, name) as unknown
      },
    })
    const shop = { ...app.owner.shop, hasDirectTokenization: true }
    await expect(
      tokenizeCard({ ...app.owner, shop, engine: { ...app.engine, db } }, body),
    ).rejects.toMatchObject({ code: 'unconfirmed' })
  })

  const answeredWith = async (transaction: object) => {
    const answer = { kind: 'status', status: 200, body: { transaction } }
    await client.fault({ endpoint: 'tokenizations.create', ...answer })
    return tokenizeCard({ ...app.owner, shop: { ...app.owner.shop, hasDirectTokenization: true } }, body)
  }

  it('is answered with the whole UID, which may have the digits of the security code in it', async () => {
    const transaction = { uid: 'f10c7d2e-a111-4b6f-9c2d', status: 'failed', message: 'Code 111 is wrong' }
    expect(await answeredWith(transaction)).toMatchObject({
      uid: transaction.uid,
      message: 'Code •••• is wrong',
    })
  })

  it('is not stored where the answer is about another card', async () => {
    const transaction = {
      uid: crypto.randomUUID(),
      status: 'successful',
      type: 'tokenization',
      credit_card: { token: crypto.randomUUID(), last_4: '1111' },
    }
    const before = await app.engine.db.$count(cardTokens, app.whereShop(cardTokens))
    await expect(answeredWith(transaction)).rejects.toMatchObject({ code: 'unconfirmed' })
    expect(await app.engine.db.$count(cardTokens, app.whereShop(cardTokens))).toBe(before)
  })

  it('is not stored where the tokenization failed', async () => {
    const transaction = {
      uid: crypto.randomUUID(),
      status: 'successful',
      credit_card: { token: crypto.randomUUID(), last_4: '0000' },
      tokenization: { status: 'failed' },
    }
    expect(await answeredWith(transaction)).toMatchObject({ id: null })
  })
})
