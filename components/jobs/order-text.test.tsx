import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { ProductQuery } from '@/lib/products/schema'
import { useOrderText } from './order-text'

const Which = ({ query }: { query: ProductQuery }) => {
  const order = { operation: { kind: 'archive' }, selection: { query } }
  return <>{useOrderText()({ kind: 'products.bulk', order, undoes: null }).which}</>
}

it.each<[ProductQuery, string]>([
  [{}, 'all products'],
  [{ currency: ['EUR'], amount_from: 1250 }, 'all that match EUR · at least €12.50'],
  [{ amount_to: 900 }, 'all that match at most 900 minor units'],
  [{ currency: ['JPY'], amount_from: 5, amount_to: 900 }, 'all that match JPY · ¥5 – ¥900'],
  [{ attention: 'stock' }, 'all that match Low or out of stock'],
  [{ stock: 'low', test: true }, 'all that match test products · Stock: Low'],
  [{ id: ['prd_1', 'prd_2'] }, 'all that match 2 products picked'],
])('says which products %j are', (query, expected) => {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Which query={query} />
    </IntlProvider>,
  )
  expect(html).toBe(expected)
})
