import { expect, it } from 'vitest'
import { withOpened } from './notifications-page'

it('keeps the filters, the page, the columns and the density of the list', () => {
  const list = 'linked=false&columns=status%2Camount&density=compact&cursor=abc&from=51'
  expect(withOpened(list, '7')).toBe(`${list}&open=7`)
  expect(withOpened(`open=6&${list}`, '7')).toBe(`${list}&open=7`)
  expect(withOpened('', '7')).toBe('open=7')
})
