import { expect, it } from 'vitest'
import { productReply } from '../../../gateway/products/product'
import { testOffice } from '../../../testing/office'
import { productsByIds } from './list'
import { mirrorProducts } from '../mirror/mirror'

const office = testOffice('embedded')

it('keeps the requested order, and skips unknown products', async () => {
  const other = await office.insertShop('shop-2')
  const put = (shopId: string, ids: string[]) =>
    mirrorProducts(
      office.engine.db,
      shopId,
      ids.map((id) => productReply.parse({ id })),
      new Date(),
    )
  await put(office.context.shop.id, ['a', 'b', 'c'])
  await put(other.id, ['d'])
  const found = await productsByIds(office.context, ['c', 'x', 'a', 'c', 'd', 'b\0'])
  expect(found.map(({ id }) => id)).toEqual(['c', 'a'])
  expect(await productsByIds(office.context, [])).toEqual([])
})
