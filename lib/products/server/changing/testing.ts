import 'server-only'
import { beforeEach, expect } from 'vitest'
import { activity, idempotencyKeys } from '../../../core/server/tables/requests'
import type { EngineKind } from '../../../db/testing'
import { forgetGates } from '../../../gateway/client/testing'
import { productCreate, type ProductCreate } from '../../../gateway/products/product'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { syncProducts } from '../mirror/mirror'
import { products } from '../tables'
import { fakeGateway } from '../testing'

export const paper: ProductCreate = productCreate.parse({
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 1250,
  quantity: 3,
  immortal: true,
  return_url: 'https://shop.example/thanks',
})
export const unconfirmed = { code: 'unconfirmed' }

/** For tests: an office at a gateway that can lose its answers. Each test begins without products. */
export function gatewayThatLosesAnswers(kind: EngineKind) {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  /** Retries while a sync of an earlier test is still running. */
  const synced = () => eventually(async () => expect(await syncProducts(office.context)).toBe('synced'))
  beforeEach(async () => {
    forgetGates()
    await office.clear(products, activity, idempotencyKeys)
    gateway.made.clear()
    Object.assign(gateway.state, {
      create: 'answer',
      read: 'answer',
      creates: 0,
      update: 'answer',
      reads: 0,
      lie: null,
    })
    gateway.during.list = async () => {}
  })
  const actions = async () =>
    (
      await office.engine.db.select().from(activity).where(office.whereShop(activity)).orderBy(activity.id)
    ).map(({ action, subject }) => `${action} ${subject}`)
  return { gateway, office, synced, actions }
}
