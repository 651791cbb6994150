import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { digitsAlone } from '@/lib/testing/digits-alone'
import { testSandbox } from '../testing'
import { checkoutCalls, type CheckoutSections } from './testing'

const challengeCard = '4012000000001097'
const declinedCard = '4005550000000019'
const urls = {
  success_url: 'https://shop.example/s?o=1',
  decline_url: 'https://shop.example/d',
  fail_url: 'https://shop.example/f',
}

/** The checkout, the payer's form, and its errors. */
const refusedForms: [CheckoutSections, Record<string, unknown>, Record<string, string[]>][] = [
  [{}, { number: '4200000000000001' }, { number: ['not_a_test_card'] }],
  [
    {},
    { number: '', expiry: '', verification_value: '', holder: '' },
    {
      number: ['blank'],
      expiry: ['blank'],
      verification_value: ['blank'],
      holder: ['blank'],
    },
  ],
  [{}, { attempt: 'x' }, { attempt: ['invalid'] }],
  [{}, { save: 'yes' }, { save: ['invalid'] }],
  [{}, { source: 'stored' }, { source: ['method_unavailable'] }],
  [{}, { source: 'saved' }, { source: ['method_unavailable'] }],
  [{}, { source: 'cash' }, { source: ['method_unavailable'] }],
  [{ payment_method: { types: ['erip'] } }, {}, { source: ['method_unavailable'] }],
  [{ payment_method: { excluded_brands: ['VISA'] } }, {}, { number: ['brand_excluded'] }],
  [
    { payment_method: { excluded_brands: ['mastercard'] } },
    { number: '5204240000015003' },
    {
      number: ['brand_excluded'],
    },
  ],
  [
    { settings: { customer_fields: { visible: ['country', 'zip'] } } },
    { country: 'US', zip: '1' },
    { zip: ['zip'] },
  ],
]

onEachEngine('paying for a token over the hosted page', (kind) => {
  const sandbox = testSandbox(kind)
  const calls = opened(() => checkoutCalls(sandbox))

  it.each([
    ['payment', expect.any(String), null],
    ['authorization', expect.any(String), null],
    ['charge', expect.any(String), null],
    ['tokenization', null, expect.any(String)],
  ])('makes a %s', async (type, paidAt: unknown, cardToken: unknown) => {
    const token = await calls.create({
      transaction_type: type,
      test: true,
      dynamic_billing_descriptor: 'ATELIER',
      order: { tracking_id: 'o-7', additional_data: { receipt_text: ['Danke'] } },
      settings: { language: 'de', notification_url: 'https://shop.example/hook' },
    })
    const { status, body } = await calls.pay(token)
    expect(status).toBe(201)
    expect(body).toEqual({ uid: body.uid, status: 'successful', next: `/sandbox/payments/${body.uid}` })
    const made = await calls.transaction(body.uid)
    expect(made).toMatchObject({
      type,
      status: 'successful',
      amount: 6500,
      currency: 'EUR',
      description: 'Printing workshop',
      tracking_id: 'o-7',
      language: 'de',
      test: true,
      paid_at: paidAt,
      credit_card: { token: cardToken },
      additional_data: { vendor: { name: 'CTP', token }, receipt_text: ['Danke'] },
      [type]: { status: 'successful' },
    })
    expect(await calls.notifications(body.uid)).toEqual([
      { url: 'https://shop.example/hook', schedule: 'transaction', body: { transaction: made } },
    ])
    expect(await calls.state(token)).toMatchObject({
      finished: true,
      expired: false,
      status: 'successful',
      message: 'Transaction is successful.',
      gateway_response: { [type]: { uid: body.uid, status: 'successful', method: { brand: 'visa' } } },
    })
  })

  it('counts attempts: the last failure finishes the token', async () => {
    const token = await calls.create({ attempts: 2 })
    expect(await calls.pay(token, { number: declinedCard })).toMatchObject({ body: { status: 'failed' } })
    expect(await calls.state(token)).toMatchObject({ finished: false, status: 'failed' })
    expect(await calls.pay(token, { number: declinedCard })).toMatchObject({ body: { status: 'failed' } })
    expect(await calls.state(token)).toMatchObject({
      finished: true,
      status: 'failed',
      message: 'Transaction is failed.',
      gateway_response: { payment: { status: 'failed' } },
    })
    expect(await calls.pay(token)).toMatchObject({ status: 409, body: { code: 'finished' } })
  })

  it('succeeds after a failure, as long as attempts are left', async () => {
    const token = await calls.create({ attempts: 2 })
    await calls.pay(token, { number: declinedCard })
    expect(await calls.pay(token)).toMatchObject({ status: 201, body: { status: 'successful' } })
  })

  it('answers the same for an attempt that was made before, and refuses another token’s', async () => {
    const attempt = calls.attempt()
    const token = await calls.create()
    const first = await calls.pay(token, { attempt })
    expect(await calls.pay(token, { attempt, number: 'gone' })).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect(await calls.pay(await calls.create(), { attempt })).toMatchObject({
      status: 409,
      body: { code: 'stale_page' },
    })
  })

  it('succeeds once of several at the same time', async () => {
    const token = await calls.create({ attempts: 9 })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => calls.pay(token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })

  it('fails no more often than there are attempts', async () => {
    const token = await calls.create({ attempts: 2 })
    const answers = await Promise.all([1, 2, 3, 4].map(() => calls.pay(token, { number: declinedCard })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409])
  })

  it('counts a challenge when it ends, and one success of two challenges', async () => {
    const token = await calls.create({ settings: urls })
    const [one, two] = await Promise.all([1, 2].map(() => calls.pay(token, { number: challengeCard })))
    const answer = async (uid = '') => {
      const path = `/payments/${uid}/challenge/answer`
      return (await sandbox.call('POST', path, { body: { password: '1111' }, authorization: null })).json()
    }
    expect(one?.body).toMatchObject({
      status: 'incomplete',
      next: `/sandbox/payments/${one?.body.uid}/challenge`,
    })
    expect(await calls.state(token)).toMatchObject({ finished: false, status: 'incomplete', message: null })
    expect(await answer(one?.body.uid)).toMatchObject({ status: 'successful' })
    expect(await answer(two?.body.uid)).toMatchObject({ status: 'failed' })
    expect(await calls.state(token)).toMatchObject({
      finished: true,
      status: 'successful',
      gateway_response: { payment: { uid: one?.body.uid } },
    })
  })

  it.each(refusedForms)('of %j refuses %j', async (over, form, errors) => {
    const token = await calls.create({ attempts: 1, ...over })
    expect(await calls.pay(token, form)).toMatchObject({ status: 422, body: { code: 'invalid', errors } })
    expect(await calls.state(token)).toMatchObject({ finished: false, status: null })
  })

  it('refuses a number where only the stored card is offered, and needs the code of a one-click card', async () => {
    const credit_card = { token: await calls.tokenize({ contract: ['oneclick'] }) }
    const settings = { another_card_toggle: { display: false } }
    const token = await calls.create({ settings, payment_method: { credit_card } })
    expect(await calls.pay(token)).toMatchObject({
      status: 422,
      body: { errors: { source: ['method_unavailable'] } },
    })
    const stored = { source: 'stored', number: undefined, verification_value: undefined }
    expect(await calls.pay(token, stored)).toMatchObject({
      status: 422,
      body: { errors: { verification_value: ['required'] } },
    })
    const { body } = await calls.pay(token, { ...stored, verification_value: '222' })
    expect(await calls.transaction(body.uid)).toMatchObject({
      status: 'successful',
      credit_card: { token: credit_card.token, last_4: '0000' },
      avs_cvc_verification: { cvc_verification: { result_code: 'N' } },
      additional_data: { card_on_file: { initiator: 'merchant', type: 'delayed_charge' } },
    })
  })

  it('takes what is read-only or not shown from the merchant, and the rest from the payer', async () => {
    const token = await calls.create({
      settings: {
        customer_fields: { visible: ['first_name', 'city', 'phone'], read_only: ['email'] },
        credit_card_fields: { holder: 'M. Keller', read_only: ['holder'] },
      },
      customer: {
        email: 'maria@shop.example',
        first_name: 'Maria',
        city: 'Wien',
        phone: '1',
        zip: '1010',
        birth_date: '1980-02-29',
      },
    })
    const { body } = await calls.pay(token, {
      holder: 'Somebody Else',
      email: 'other@shop.example',
      zip: '9999',
      first_name: 'Marie',
      city: '',
    })
    expect(await calls.transaction(body.uid)).toMatchObject({
      credit_card: { holder: 'M. Keller' },
      customer: { email: 'maria@shop.example', birth_date: '1980-02-29' },
      billing_address: { first_name: 'Marie', city: null, phone: '1', zip: '1010' },
    })
  })

  it.each([
    [urls, '4200000000000000', 'https://shop.example/s?o=1&'],
    [urls, declinedCard, 'https://shop.example/d?'],
    [{ ...urls, return_url: 'https://shop.example/r' }, '4200000000000000', 'https://shop.example/r?'],
    [{ ...urls, return_url: 'https://shop.example/r' }, declinedCard, 'https://shop.example/r?'],
  ])('by %j leads back from %s to %s', async (settings, number, start) => {
    const token = await calls.create({ settings: { ...settings, auto_return: '0' } })
    const { body } = await calls.pay(token, { number })
    expect(body.next).toBe(`${start}token=${token}&status=${body.status}&uid=${body.uid}`)
  })

  it('tells the checkout’s own addresses first, and the shop’s without them', async () => {
    await sandbox.call('PUT', '/shop', { body: { notification_url: 'https://shop.example/own' } })
    const own = await calls.pay(await calls.create())
    const given = await calls.pay(
      await calls.create({ settings: { notification_url: 'https://shop.example/n' } }),
    )
    await sandbox.call('PUT', '/shop', { body: { notification_url: null } })
    expect(await calls.notifications(own.body.uid)).toMatchObject([{ url: 'https://shop.example/own' }])
    expect(await calls.notifications(given.body.uid)).toMatchObject([{ url: 'https://shop.example/n' }])
  })

  it('knows no other token, and lets no other site pay', async () => {
    expect(await calls.pay('0'.repeat(64))).toMatchObject({ status: 404 })
    const path = `/v2/checkout/${await calls.create()}/payments`
    const headers = { origin: 'https://evil.example' }
    expect((await sandbox.call('POST', path, { body: {}, headers })).status).toBe(403)
  })

  it('keeps neither number nor code', async () => {
    await calls.pay(await calls.create(), {
      number: '5204240000015003',
      verification_value: '8642',
      save: true,
    })
    const dump = await sandbox.dump()
    expect(dump).toContain('5003')
    expect(dump).not.toContain('5204240000015003')
    expect(dump).not.toMatch(digitsAlone('8642'))
  })
})
