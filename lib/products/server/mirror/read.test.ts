import { expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { products } from '../tables'
import { readProduct, refreshInBackground } from './read'
import { fakeGateway } from '../testing'

const gateway = opened(fakeGateway)
const office = testOffice('embedded', () => gateway.url)

it('reads an old product again, once, however late the answer is', async () => {
  const { id } = gateway.insert({ name: 'Paper' })
  await readProduct(office.context, id)
  const reads = () => gateway.state.reads
  expect(reads()).toBe(1)
  await readProduct(office.context, id)
  expect(reads()).toBe(1)

  // Makes the mirrored product a minute old, as after a slow answer. It is refreshed once.
  const growOld = () =>
    office.engine.db
      .update(products)
      .set({ syncedAt: new Date(Date.now() - 60_000) })
      .where(office.whereShop(products))
  const events: string[] = []
  const leave = office.engine.events.subscribe(`shop:${office.context.shop.id}`, (event) =>
    events.push(event),
  )
  await growOld()
  await readProduct(office.context, id)
  await eventually(() => expect(events).toHaveLength(1))
  expect(reads()).toBe(2)
  for (let n = 0; n < 3; n++) {
    await growOld()
    await readProduct(office.context, id)
  }
  expect(reads()).toBe(2)

  // A payment always triggers a refresh.
  refreshInBackground(office.context, id)
  await eventually(() => expect(events).toHaveLength(2))
  expect(reads()).toBe(3)
  leave()
})
