import { expect, it } from 'vitest'
import { productExportQuery } from '../../export'
import { productReply } from '../../../gateway/products/product'
import { testOffice } from '../../../testing/office'
import { exportProducts } from '../listing/export'
import { toDetail, toItem } from '../listing/item'
import { mirrorProducts } from './mirror'
import { products } from '../tables'

const office = testOffice('embedded')

const hostile = [
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://shop.example/a',
  '//shop.example',
  'ftp://x/y',
]

it('hands on no link of the gateway that is not a web address, and shows it as text', async () => {
  const { engine, context } = office
  const replies = hostile.map((link, at) =>
    productReply.parse({ id: `prd_${at}`, pay_url: link, confirm_url: 'https://shop.example/c' }),
  )
  await mirrorProducts(engine.db, context.shop.id, replies, new Date())
  const rows = await engine.db.select().from(products).where(office.whereShop(products))
  expect(rows).toHaveLength(hostile.length)
  for (const row of rows) {
    const links = { pay_url: null, confirm_url: 'https://shop.example/c' }
    expect(toItem(row)).toMatchObject(links)
    expect(toDetail(row)).toMatchObject({ ...links, unusable_links: [row.payUrl] })
  }
  let file = ''
  for await (const piece of exportProducts(context, productExportQuery.parse({ columns: 'pay_url' })))
    file += piece
  for (const link of hostile) expect(file).toContain(link.trim())
})
