import { expect, it } from 'vitest'
import { productListQuery } from '../../../products/schema'
import { queryOf } from './route'

const read = (query: string) => {
  const parsed = productListQuery.safeParse(queryOf(new Request(`http://localhost/api${query}`)))
  return parsed.success ? parsed.data : parsed.error.issues.map(({ path }) => path.join('.'))
}

it('takes several values separated by commas, or a parameter for each', () => {
  expect(read('?currency=EUR,USD')).toMatchObject({ currency: ['EUR', 'USD'] })
  expect(read('?currency=EUR&currency=USD')).toMatchObject({ currency: ['EUR', 'USD'] })
  expect(read('?id=a&id=b%2Cc')).toMatchObject({ id: ['a', 'b,c'] })
})

it('refuses two values where one belongs, rather than choosing one', () => {
  expect(read('?q=paper&q=lamp')).toEqual(['q'])
  expect(read('?limit=1&limit=2')).toEqual(['limit'])
  expect(read('?archived=only&archived=include')).toEqual(['archived'])
  expect(read('?test=true&test=false')).toEqual(['test'])
})
