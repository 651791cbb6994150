import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActorContext } from '../../../core/server/context'
import { checkouts } from '../../../checkouts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { customerLinks, customers } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { processNotification } from '../../../notifications/server/interpreting/process'
import { notifications } from '../../../notifications/server/tables'
import { openTestOffice, type TestOffice } from '../../../testing/office'
import { otherShopMark } from '../../../testing/shops/other-shop'
import { declineKindOf } from '../../decline'
import { readPaymentDetail } from './detail'
import { addPaymentNote } from './notes'
import { paymentNotes, payments, transactionStates } from '../tables'
import { notificationOf } from '../testing'

onEachEngine("a payment's page tells", (kind) => {
  let office: TestOffice
  let here: ReturnType<typeof customersOf>
  let support: ActorContext
  beforeAll(async () => {
    office = await openTestOffice(kind)
    here = customersOf(office)
    support = { ...office.context, actor: await office.insertPerson(office.context.shop.id, 'support') }
  })
  afterAll(() => office.dispose())
  beforeEach(async () => {
    for (const table of [
      customerLinks,
      notifications,
      payments,
      transactionStates,
      paymentNotes,
      checkouts,
      customers,
    ])
      await office.engine.db.delete(table).where(office.whereShop(table))
  })

  const transaction = (more: Record<string, unknown> = {}) => ({
    uid: 'p',
    type: 'payment',
    status: 'successful',
    amount: 900,
    currency: 'EUR',
    description: 'Order 7',
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
    customer: { email: 'maria@reader.example' },
    credit_card: { brand: 'visa', last_4: '4242', holder: 'MARIA KELLER', issuer_country: 'DE' },
    ...more,
  })
  const read = (uid = 'p', context = office.context) => readPaymentDetail(context, uid)

  it('request, attempts, declines, payment and refunds in order, with evidence', async () => {
    const { insert } = checkoutsOf(office)
    const id = await insert()
    const vendor = { additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } }
    const first = { uid: 'try', status: 'failed', message: 'Insufficient funds', created_at: '2026-11-20T09:00:00Z', updated_at: '2026-11-20T09:00:00Z' } // prettier-ignore
    await here.notify(transaction({ uid: 'r', type: 'refund', amount: 300, parent_uid: 'p', updated_at: '2026-11-22T10:00:00Z', created_at: '2026-11-22T10:00:00Z' })) // prettier-ignore
    await here.notify(
      transaction({ ...vendor, payment: { rrn: '812345', auth_code: 'A7', bank_code: '00' } }),
    )
    await here.notify(transaction({ ...vendor, ...first, payment: { bank_code: '51' } }))
    const page = await read()
    expect(page).toMatchObject({ state: 'partly_refunded', paid: 900, refunded: 300, net: 600 })
    expect(page.checkout).toMatchObject({ id, amount: 900, currency: 'EUR' })
    expect(page.sources.map((one) => [one.uid, one.status, one.payment_uid, one.decline])).toEqual([
      ['try', 'failed', 'try', 'insufficient_funds'],
      ['p', 'successful', 'p', null],
      ['r', 'successful', 'p', null],
    ])
    expect(page.references).toMatchObject({ rrn: '812345', auth_code: 'A7' })
    expect(page.sources.every(({ decides, quarantined }) => decides && !quarantined)).toBe(true)
  })

  it('whether the link of its checkout still takes a payment', async () => {
    const { insert } = checkoutsOf(office)
    const id = await insert({ attempts: 2 })
    const vendor = { additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } }
    await here.notify(transaction({ ...vendor, status: 'failed' }))
    const declined = { id, state: 'declined', attempts_left: 1, transaction_type: 'payment' }
    expect((await read()).checkout).toMatchObject(declined)
    const again = { uid: 'again', updated_at: '2026-11-20T10:05:00Z' }
    await here.notify(transaction({ ...vendor, ...again }))
    expect((await read()).checkout).toMatchObject({ state: 'paid' })
    const over = await insert({}, { expiresAt: new Date('2026-11-20T00:00:00Z') })
    const late = { additional_data: { vendor: { name: 'CTP', token: `token-${over}` } } }
    await here.notify(transaction({ ...late, uid: 'late', status: 'failed' }))
    expect((await read('late')).checkout).toMatchObject({ expires_at: '2026-11-20T00:00:00.000Z' })
  })

  it('the contract that its checkout asked for, and what the gateway says of it', async () => {
    const { insert } = checkoutsOf(office)
    const asked = { order: { additional_data: { contract: ['recurring', 'card_on_file'] } } }
    const token = `token-${await insert(asked)}`
    const vendor = { name: 'CTP', token }
    await here.notify(transaction({ additional_data: { vendor, contract: ['recurring', 'a new one'] } }))
    expect((await read()).contracts).toEqual(['recurring', 'card_on_file', 'a new one'])
    await here.notify(transaction({ uid: 'without' }))
    expect((await read('without')).contracts).toEqual([])
  })

  it('by the UID of any of its transactions', async () => {
    await here.notify(transaction())
    await here.notify(transaction({ uid: 'r', type: 'refund', amount: 300, parent_uid: 'p' }))
    expect((await read('r')).uid).toBe('p')
    for (const unknown of ['nobody', 'p\0', ''])
      await expect(read(unknown)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('unverified and overtaken sources, marked as such', async () => {
    await here.notify(transaction())
    await here.notify(transaction({ status: 'incomplete', updated_at: '2026-11-20T09:59:00Z' }))
    const { context } = office
    const forged = {
      isProcessed: false,
      authenticity: 'unverified',
      signature: 'failed',
      credentials: 'failed',
    } satisfies Parameters<typeof notificationOf>[2]
    const row = notificationOf(context.shop.id, transaction({ amount: 1 }), forged)
    await office.engine.db.insert(notifications).values(row)
    await processNotification(context, row.id)
    const { sources: story, paid } = await read()
    expect(paid).toBe(900)
    expect(story.map(({ status, quarantined, decides }) => [status, quarantined, decides])).toEqual([
      ['incomplete', false, false],
      ['successful', false, true],
      ['successful', true, false],
    ])
  })

  it('what a later notification of the same says, which decides', async () => {
    const result = (rrn: string) => ({ payment: { rrn } })
    await here.notify(transaction(result('1')))
    await here.notify(transaction({ updated_at: '2026-11-20T10:05:00Z', ...result('2') }))
    const { sources, references, card } = await read()
    expect(sources.map(({ at, decides }) => [at, decides])).toEqual([['2026-11-20T10:05:00.000Z', true]])
    expect([references.rrn, card.holder]).toEqual(['2', 'MARIA KELLER'])
  })

  it('an amount that no number holds, as it was sent', async () => {
    const body = `{"transaction":{"uid":"p","type":"payment","status":"successful","amount":90071992547409931,"currency":"EUR"}}`
    const row = {
      ...notificationOf(office.context.shop.id, {}, { isProcessed: false }),
      body: Buffer.from(body),
    }
    await office.engine.db.insert(notifications).values(row)
    await processNotification(office.context, row.id)
    const { sources: story, paid, amount } = await read()
    expect([paid, amount, story[0]?.amount_sent]).toEqual([0, null, '90071992547409931'])
  })

  it('support only the personal data that it may see', async () => {
    await here.insert({ email: 'maria@reader.example', first_name: 'Maria', last_name: 'Keller' })
    await here.notify(transaction({ message: 'ask maria@reader.example' }))
    expect((await read()).customers).toMatchObject([{ name: 'Maria Keller', email: 'maria@reader.example' }])
    const page = await read('p', support)
    expect(JSON.stringify(page)).not.toMatch(/maria@|KELLER/)
    expect(page.card.holder).toBe('M••• K•••')
    expect(page.forwards).toBeNull()
    // In place of an amount, also where the limit would divide it.
    await here.notify(transaction({ uid: 'q', amount: `${'x'.repeat(50)} maria@reader.example` }))
    await here.notify(transaction({ uid: 'r', amount: 'maria@reader.example' }))
    const sent = async (uid: string) => (await read(uid, support)).sources.map((one) => one.amount_sent)
    expect(await sent('q')).toEqual([`${'x'.repeat(50)} `])
    expect(await sent('r')).toEqual(['m•••@reader.example'])
  })

  it('notes, until its customer is anonymised', async () => {
    const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
    await here.notify(transaction())
    await addPaymentNote(support, 'p', { text: 'Maria called' })
    expect((await read()).notes).toMatchObject([{ text: 'Maria called' }])
    await anonymiseCustomer(office.context, maria)
    expect((await read()).notes).toMatchObject([{ text: '' }])
  })

  it("where it is in the provider's back office, if the shop knows", async () => {
    await here.notify(transaction({ uid: 'a/b?c' }))
    expect((await read('a/b?c')).provider_url).toBeNull()
    const shop = { ...office.context.shop, transactionPage: 'https://provider.example/t/{uid}' }
    const { provider_url: url } = await read('a/b?c', { ...office.context, shop })
    expect(url).toBe('https://provider.example/t/a%2Fb%3Fc')
  })

  it('nothing of another shop', async () => {
    await here.notify(transaction())
    expect(JSON.stringify(await read())).not.toContain(otherShopMark)
  })
})

describe('the kind of a decline', () => {
  it.each([
    ['Insufficient funds', null, 'insufficient_funds'],
    ['Refused', '51', 'insufficient_funds'],
    ['Refused', '5', 'do_not_honour'],
    ['Invalid CVV', null, 'wrong_security_code'],
    ['3-D Secure authentication failed', null, 'authentication'],
    ['Card expired', null, 'expired_card'],
    ['Issuer unavailable', '91', 'bank_unavailable'],
    [null, null, 'other'],
    ['Prohibited by moon', 'XX', 'other'],
  ])('of %j with code %j is %s', (message, code, kind) => expect(declineKindOf(message, code)).toBe(kind))
})
