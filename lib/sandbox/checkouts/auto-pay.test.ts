import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { testSandbox } from '../testing'
import { checkoutPage } from './page-view'
import { checkoutCalls } from './testing'

const urls = {
  success_url: 'https://shop.example/s',
  decline_url: 'https://shop.example/d',
  fail_url: 'https://shop.example/f',
}
const success = { number: '4200000000000000' }
const decline = { number: '4005550000000019' }

onEachEngine('auto_pay with a card token', (kind) => {
  const sandbox = testSandbox(kind)
  const calls = opened(() => checkoutCalls(sandbox))

  const create = async (card: { number: string; contract?: string[] }, over = {}) => {
    const payment_method = { credit_card: { token: await calls.tokenize(card) } }
    return calls.create({ payment_method, settings: { auto_pay: true, ...urls }, ...over })
  }
  const automatic = async (token: string) => {
    const page = await checkoutPage(token)
    return { ...page?.autoPay, source: 'stored', number: undefined, verification_value: undefined }
  }

  it.each([
    [success, 'successful', urls.success_url],
    [decline, 'failed', urls.decline_url],
    [{ ...success, contract: ['oneclick'] }, 'successful', urls.success_url],
  ])('pays with %j: %s, and leads back at once', async (card, status, url) => {
    const token = await create(card)
    const { status: code, body } = await calls.pay(token, await automatic(token))
    expect(code).toBe(201)
    expect(body).toEqual({
      uid: body.uid,
      status,
      next: `${url}?token=${token}&status=${status}&uid=${body.uid}`,
    })
    expect(await calls.transaction(body.uid)).toMatchObject({
      status,
      additional_data: {
        vendor: { name: 'CTP', token },
        card_on_file: { initiator: 'merchant', type: 'delayed_charge' },
      },
    })
  })

  it('pays once, however often and in however many windows it is opened', async () => {
    const token = await create(decline, { attempts: 5 })
    const form = await automatic(token)
    const answers = await Promise.all([1, 2, 3, 4].map(() => calls.pay(token, form)))
    expect(new Set(answers.map(({ body }) => body.uid)).size).toBe(1)
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    const again = await calls.pay(token, form)
    expect(again).toMatchObject({ status: 200, body: answers[0]?.body })
    expect(await checkoutPage(token)).toMatchObject({ autoPay: null, attemptsLeft: 4, state: 'payable' })
  })

  it('begins with nothing but the page’s own call: looking at it pays nothing', async () => {
    const token = await create(success)
    await checkoutPage(token)
    const page = await checkoutPage(token)
    expect(page?.autoPay).toEqual({ attempt: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(page).toMatchObject({ state: 'payable', attemptsLeft: 1, uid: null })
  })

  it('leads to the challenge of a card that has one', async () => {
    const token = await create({ number: '4012000000001097' })
    const { body } = await calls.pay(token, await automatic(token))
    expect(body).toMatchObject({ status: 'incomplete', next: `/sandbox/payments/${body.uid}/challenge` })
    expect(await checkoutPage(token)).toMatchObject({ autoPay: null })
    const answer = await sandbox.call('POST', `/payments/${body.uid}/challenge/answer`, {
      body: { password: '1111' },
    })
    expect(await answer.json()).toMatchObject({
      status: 'successful',
      next: `${urls.success_url}?token=${token}&status=successful&uid=${body.uid}`,
    })
  })

  it('leads to fail_url where the shop could not be asked', async () => {
    const token = await create(success, {
      settings: { auto_pay: true, ...urls, verification_url: 'http://127.0.0.1:9/' },
    })
    const { body } = await calls.pay(token, await automatic(token))
    expect(body).toMatchObject({
      status: 'failed',
      next: `${urls.fail_url}?token=${token}&status=failed&uid=${body.uid}`,
    })
  })

  it('is nothing without a card token', async () => {
    const token = await calls.create({ settings: { auto_pay: true } })
    expect(await checkoutPage(token)).toMatchObject({ autoPay: null, sources: ['entered'] })
  })
})
