import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { testSandbox } from '../testing'
import { sweepCheckouts } from './expire'
import { checkoutPage } from './page-view'
import { checkoutCalls } from './testing'

const settings = { notification_url: 'https://shop.example/hook' }

onEachEngine('payment tokens whose time is over', (kind) => {
  const sandbox = testSandbox(kind)
  const calls = opened(() => checkoutCalls(sandbox))

  const sweep = () => sweepCheckouts(sandbox.engine)

  it('are told of once, not wrapped, on the schedule of payment tokens', async () => {
    const token = await calls.create({ settings, order: { tracking_id: 'o-1' } })
    await calls.letExpire(token)
    await Promise.all([sweep(), sweep()])
    await sweep()
    expect(await calls.notifications(token)).toEqual([
      {
        url: settings.notification_url,
        schedule: 'checkout',
        body: expect.objectContaining({
          token,
          gateway_response: null,
          order: expect.objectContaining({ amount: 6500, tracking_id: 'o-1' }),
          finished: false,
          expired: true,
          status: 'error',
          message: 'Token is expired.',
        }),
      },
    ])
  })

  it.each([
    ['its page is opened', async (token: string) => checkoutPage(token)],
    ['it is asked for', async (token: string) => calls.state(token)],
    ['it is paid', async (token: string) => calls.pay(token)],
  ])('are noticed when %s', async (_, open) => {
    const token = await calls.create({ settings })
    await calls.letExpire(token)
    await open(token)
    expect(await calls.notifications(token)).toHaveLength(1)
    expect(await calls.state(token)).toMatchObject({ expired: true, finished: false, status: 'error' })
    expect(await checkoutPage(token)).toMatchObject({ state: 'expired', autoPay: null })
    expect(await calls.pay(token)).toMatchObject({ status: 409, body: { code: 'expired' } })
  })

  it('say nothing before their time, when they were paid, or where nobody listens', async () => {
    const early = await calls.create({ settings })
    const paid = await calls.create({ settings })
    const { body } = await calls.pay(paid)
    const silent = await calls.create()
    for (const token of [paid, silent]) await calls.letExpire(token)
    await sweep()
    expect(await calls.notifications(early)).toEqual([])
    expect(await calls.notifications(paid)).toEqual([])
    expect(await calls.notifications(silent)).toEqual([])
    expect(await calls.state(early)).toMatchObject({ expired: false })
    expect(await calls.state(paid)).toMatchObject({ expired: false, finished: true, status: 'successful' })
    expect(await calls.state(silent)).toMatchObject({ expired: true })
    expect(await calls.notifications(body.uid)).toHaveLength(1)
  })

  it('take no payment whose challenge was open', async () => {
    const token = await calls.create({ settings })
    const { body } = await calls.pay(token, { number: '4012000000001097' })
    expect(await calls.state(token)).toMatchObject({ status: 'incomplete', finished: false })
    await calls.letExpire(token)
    const answer = await sandbox.call('POST', `/payments/${body.uid}/challenge/answer`, {
      body: { password: '1111' },
      authorization: null,
    })
    expect(await answer.json()).toMatchObject({ uid: body.uid, status: 'failed' })
    await sweep()
    expect(await calls.state(token)).toMatchObject({ expired: true, status: 'error' })
    expect(await calls.notifications(token)).toHaveLength(1)
  })
})
