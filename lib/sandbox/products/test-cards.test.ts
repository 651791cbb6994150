import { expect, it, vi } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import type { Mail } from '../mails/mails'
import { testSandbox, testShop } from '../testing'
import { resultView } from '../transactions/result'
import { paymentsAt, testCards } from './testing'
import { digitsAlone } from '@/lib/testing/digits-alone'

onEachEngine('paying for a product with a test card', (kind) => {
  const sandbox = testSandbox(kind)
  const { create, quantity, pay, answer, transaction } = paymentsAt(sandbox)

  it.each([
    [testCards.success, 'successful', null],
    [testCards.frictionless, 'successful', 'successful'],
    [testCards.declined, 'failed', null],
    [testCards.declined3ds, 'failed', 'failed'],
  ])('does with %s what the table of test cards says', async (number, status, threeDSecure) => {
    const id = await create({ transaction_type: 'authorization' })
    const made = await pay(id, { number })
    expect(made).toMatchObject({ status: 201, body: { status } })
    expect(await quantity(id)).toBe(status === 'successful' ? 3 : 4)
    const body = await transaction(made.body.uid)
    expect(body).toMatchObject({ type: 'authorization', authorization: { status } })
    expect(body.paid_at === null).toBe(status === 'failed')
    expect((body.three_d_secure_verification as { status?: string } | null)?.status ?? null).toBe(
      threeDSecure,
    )
  })

  it.each([
    ['111', 'M'],
    ['222', 'N'],
    ['333', 'U'],
    ['444', 'E'],
    ['555', '0'],
    ['123', null],
  ])('answers CVC %s with the result %s', async (verification_value, code) => {
    const { body } = await pay(await create(), { verification_value })
    expect(await transaction(body.uid)).toMatchObject({
      avs_cvc_verification: { cvc_verification: { result_code: code } },
    })
  })

  it('waits for the challenge of a card, whatever the shop’s switch, and takes the item when it is passed', async () => {
    const id = await create({ quantity: '1', return_url: 'https://books.example/back' })
    const begun = await pay(id, { number: testCards.challenge })
    const { uid } = begun.body
    expect(begun).toMatchObject({
      status: 201,
      body: { status: 'incomplete', next: `/sandbox/payments/${uid}/challenge` },
    })
    expect(await quantity(id)).toBe(1)
    expect(await transaction(uid)).toMatchObject({ status: 'incomplete', paid_at: null, payment: null })
    expect(await answer(uid, '1111')).toMatchObject({
      status: 201,
      body: { uid, status: 'successful', next: `/sandbox/payments/${uid}` },
    })
    expect(await quantity(id)).toBe(0)
  })

  it('fails a challenge that is passed too late, and takes nothing', async () => {
    const id = await create({ quantity: '1' })
    const waiting = await pay(id, { number: testCards.challenge })
    expect((await pay(id)).body.status).toBe('successful')
    expect(await answer(waiting.body.uid, '1111')).toMatchObject({
      status: 201,
      body: { status: 'failed' },
    })
    expect(await transaction(waiting.body.uid)).toMatchObject({
      status: 'failed',
      message: 'Product is sold out',
      paid_at: null,
    })
    expect(await quantity(id)).toBe(0)
    // A payment that fails anyway reports that, sold out or not.
    const refused = await create({ quantity: '1' })
    const wrong = await pay(refused, { number: testCards.challenge })
    await pay(refused)
    expect(await answer(wrong.body.uid, 'no')).toMatchObject({ body: { status: 'failed' } })
    expect(await transaction(wrong.body.uid)).toMatchObject({ message: '3-D Secure verification failed' })
  })

  it('does not tell the payer that the bank declined what the bank accepted', async () => {
    const id = await create({ quantity: '1', visible_fields: ['email'] })
    const email = 'late@reader.example'
    const [late, wrong] = [
      await pay(id, { email, number: testCards.challenge }),
      await pay(id, { email, number: testCards.challenge }),
    ]
    await pay(id)
    await answer(late.body.uid, '1111')
    await answer(wrong.body.uid, 'no')
    expect(await resultView(late.body.uid)).toMatchObject({ status: 'failed', isError: true })
    expect(await resultView(wrong.body.uid)).toMatchObject({ status: 'failed', isError: false })
    const sent = (await (await sandbox.call('GET', '/mails')).json()) as Mail[]
    const firstLines = new Map(sent.map(({ uid, lines }) => [uid, lines[0]]))
    expect(firstLines.get(late.body.uid)).toBe('Nothing was charged.')
    expect(firstLines.get(wrong.body.uid)).toBe('Your card was declined. Nothing was charged.')
  })

  it('stamps a card the same whatever its expiry or holder, and for each card and shop another way', async () => {
    const id = await create({ quantity: '9' })
    const stamp = async (over: Record<string, unknown>) => {
      const { body } = await pay(id, over)
      return ((await transaction(body.uid)) as { credit_card: { stamp: string } }).credit_card.stamp
    }
    const first = await stamp({})
    expect(await stamp({ number: '4200000000000000', expiry: '01/2041', holder: 'J. Doe' })).toBe(first)
    expect(await stamp({ number: testCards.frictionless })).not.toBe(first)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
  })

  it('keeps neither card number nor CVC anywhere', async () => {
    const seen: string[] = []
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void seen.push(words.join(' '))),
    )
    await sandbox.call('PUT', '/shop', { body: { notification_url: 'http://127.0.0.1:9/never' } })
    const id = await create({ quantity: '99' })
    const answers: unknown[] = []
    // Uses a longer CVC than usual: three digits could occur in the dump by chance.
    for (const number of [...Object.values(testCards), '4111111111111111', '5555 5555 5555 4444'])
      answers.push(await pay(id, { number, verification_value: '8642' }))
    answers.push(
      await pay(id, {}, { raw: `{"number": "${testCards.success}", "verification_value": "8642"` }),
    )
    spies.forEach((spy) => spy.mockRestore())
    expect(seen).toEqual([])
    const text = (await sandbox.dump()) + JSON.stringify(answers)
    for (const number of [
      ...Object.values(testCards),
      '4111111111111111',
      '5555555555554444',
      '5555 5555 5555 4444',
    ])
      expect(text).not.toContain(number)
    expect(text).not.toMatch(digitsAlone('8642'))
    expect(text).toContain('Maria Keller')
    expect(text).not.toContain(testShop.secretKey)
  })
})
