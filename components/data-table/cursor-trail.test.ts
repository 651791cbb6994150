import { expect, it } from 'vitest'
import { pageOfTrail } from './cursor-trail'

it('leads from page to page and back, with the trail that the address keeps', () => {
  let trail: string[] = []
  const page = () => pageOfTrail(trail, (next) => (trail = next))
  expect(page()).toMatchObject({ cursor: undefined, from: 1 })
  expect(page().pager('50').onPrevious).toBeUndefined()
  page().pager('50').onNext?.()
  page().pager('100').onNext?.()
  expect(trail).toEqual(['50', '100'])
  expect(page()).toMatchObject({ cursor: '100', from: 101 })
  expect(page().pager(null).onNext).toBeUndefined()
  page().pager(null).onPrevious?.()
  expect(page()).toMatchObject({ cursor: '50', from: 51 })
  page().toFirstPage?.()
  expect(trail).toEqual([])
  expect(page().toFirstPage).toBeUndefined()
})
