import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { JobDetail } from '@/lib/jobs/schema'
import { updateProduct } from '@/lib/products/server/changing/update'
import { findProduct } from '@/lib/products/server/mirror/load'
import { testJobs } from '../../testing/jobs'

onEachEngine('a gateway that answers with another product', (kind) => {
  const { app, client } = testJobs(kind)
  const setPrice = (id: string) =>
    client.plan({ kind: 'set_price', currency: 'EUR', amount: 700 }, { ids: [id] })
  const answerWith = async (id: string, count: number) =>
    client.fault({
      endpoint: 'products.get',
      kind: 'status',
      status: 200,
      body: await client.atGateway(id),
      count,
    })

  it('is not believed that nothing has changed since a job', async () => {
    const [one, other] = [await client.make({ amount: 100 }), await client.make({ amount: 100 })]
    const planned = await setPrice(one.id)
    await client.run(planned.id)
    await client.changeElsewhere(one.id, { amount: 900 })
    await answerWith(other.id, 9)
    const { json } = await client.call('POST', `/jobs/${planned.id}/undo`)
    const undo = (json as JobDetail).id
    expect(await client.until(undo, 'done')).toMatchObject({ counts: { done: 0, failed: 1 } })
    await client.repair()
    expect((await client.atGateway(one.id)).amount).toBe(900)
  })

  it('is not believed that a lost change was made', async () => {
    const [one, other] = [await client.make({ amount: 100 }), await client.make({ amount: 700 })]
    const before = await findProduct(app.owner, other.id)
    await client.fault({ endpoint: 'products.update', kind: 'cut' })
    await answerWith(other.id, 9)
    await expect(updateProduct(app.owner, one.id, { amount: 700 })).rejects.toMatchObject({
      code: 'unconfirmed',
    })
    expect(await findProduct(app.owner, other.id)).toMatchObject({ submittedAt: before?.submittedAt })
  })
})
