import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { keepOf } from '@/lib/card-tokens/server/testing'
import { unsealCardToken } from '@/lib/card-tokens/server/keep'
import { cardTokens } from '@/lib/card-tokens/server/tables'
import type { CheckoutDetail, CheckoutPage } from '@/lib/checkouts/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { checkoutClient, having } from '../../testing/checkouts'
import { eventually } from '../../testing/eventually'
import { testJobs } from '../../testing/jobs'
import { otherShop } from '../../testing/shops/other-shop'

onEachEngine('an import of checkouts with stored cards', (kind) => {
  const { app, client } = testJobs(kind, 'checkouts')
  const header = 'description,price,currency,card_token_id'
  const noCard = { card_token_id: ['This shop has no stored card with this ID'] }

  /** Pays a tokenization, whose card token is then stored. */
  async function storeCard(): Promise<string> {
    const payer = checkoutClient(app)
    const settings = { notification_url: payer.hook() }
    const made = await payer.make(having({ amount: 1 }, { transaction_type: 'tokenization', settings }))
    await payer.pay(made.token)
    return eventually(async () => {
      const { rows } = await app.engine.db.execute<{ id: string }>(
        sql`SELECT id FROM card_tokens WHERE ${app.whereShop(cardTokens)} AND checkout_id = ${made.id}`,
      )
      expect(rows).toHaveLength(1)
      return rows[0]?.id ?? ''
    })
  }

  it('sends the card that a row names by its ID, and keeps the token nowhere', async () => {
    const id = await storeCard()
    const token = await unsealCardToken(app.owner, id)
    const lines = [`Stored,1,EUR,${id.toUpperCase()}`, 'None,1,EUR,']
    const planned = await client.load([header, ...lines].join('\n'))
    expect(planned.counts).toMatchObject({ planned: 2, invalid: 0 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2, failed: 0 } })
    const { items } = (await client.call('GET', `/checkouts?job=${planned.id}`)).json as CheckoutPage
    const made = await Promise.all(
      items.map(async (item) => (await client.call('GET', `/checkouts/${item.id}`)).json as CheckoutDetail),
    )
    expect(Object.fromEntries(made.map(({ description, card }) => [description, card?.id]))).toEqual({
      Stored: id,
      None: undefined,
    })
    expect(await app.dump()).not.toContain(token)
  })

  it('keeps no token in a column that is chosen after the upload', async () => {
    const token = 'e'.repeat(64)
    const planned = await client.load(`description,price,currency,card\nLate,1,EUR,${token}\nNone,1,EUR,`)
    const columns = header.split(',')
    expect((await client.call('POST', `/jobs/${planned.id}/mapping`, { columns })).status).toBe(200)
    await client.until(planned.id, 'planned')
    expect((await client.rows(planned.id))[0]?.errors).toEqual(noCard)
    expect(await app.dump()).not.toContain(token)
  })

  it('refuses a card of another shop, an unknown one and a token, which is not kept', async () => {
    const elsewhere = await keepOf({ ...app.owner, shop: { ...app.owner.shop, id: otherShop } })
    const token = 'f'.repeat(64)
    const both = `"{""credit_card"": {""token"": ""${token}""}}"`
    const own = await keepOf(app.owner)
    const planned = await client.load(
      [
        `${header},payment_method`,
        `Elsewhere,1,EUR,${elsewhere}`,
        `Unknown,1,EUR,${crypto.randomUUID()}`,
        `Token,1,EUR,${token}`,
        `Both,1,EUR,${own},${both}`,
      ].join('\n'),
    )
    expect(planned.counts).toMatchObject({ planned: 0, invalid: 4 })
    const errors = (await client.rows(planned.id)).map((row) => row.errors)
    expect(errors.slice(0, 3)).toEqual([noCard, noCard, noCard])
    expect(errors[3]).toEqual({ payment_method: [expect.stringContaining('card_token_id')] })
    expect(await app.dump()).not.toContain(token)
  })
})
