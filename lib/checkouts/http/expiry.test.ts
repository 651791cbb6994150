import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { checkouts } from '@/lib/checkouts/server/tables'
import { testApplication } from '../../testing/application'
import { checkoutClient, having } from '../../testing/checkouts'

onEachEngine('a checkout that has expired', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))

  it('is refused at its field before anything is sent', async () => {
    const body = having({ expired_at: '2020-11-30T05:12:00+01:00' })
    const errors = { 'checkout.order.expired_at': ['Choose a time in the future'] }
    expect(await client.call('POST', '', { body })).toMatchObject({ status: 422, body: { errors } })
    expect(await app.engine.db.$count(checkouts)).toBe(0)
  })
})
