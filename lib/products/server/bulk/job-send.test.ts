import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { forgetGates } from '../../../gateway/client/testing'
import { productCreate } from '../../../gateway/products/product'
import type { JobKind } from '../../../jobs/server/kinds'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { createProduct } from '../changing/create'
import { fakeGateway } from '../testing'
import { productWork } from './job-send'

const paper = productCreate.parse({
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 1250,
  infinite: false,
  quantity: 5,
  immortal: true,
})

onEachEngine('a change of a job whose answer was lost', (kind) => {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  beforeEach(() => forgetGates())

  it('is not done while the stock is unlimited, whatever number the gateway keeps', async () => {
    const { id } = await createProduct(office.context, paper)
    const settled = async (infinite: boolean) => {
      gateway.made.set(id, { ...gateway.made.get(id), id, infinite })
      const row = { subject: id, change: { quantity: 5 }, before: { quantity: null, infinite: true } }
      const work = { row } as unknown as Parameters<JobKind['settle']>[1]
      return (await productWork.settle(office.context, work)).state
    }
    expect(await settled(true)).not.toBe('done')
    expect(await settled(false)).toBe('done')
  })
})
