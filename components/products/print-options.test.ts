import { expect, it } from 'vitest'
import { maxTickets, printHref, printOptions } from './print-options'

it('reads back what it writes', () => {
  const options = { ids: ['prd_1', 'prd_2'], link: 'confirm', columns: 2 } as const
  const { searchParams } = new URL(printHref('sandbox', options), 'http://localhost')
  expect(printOptions(Object.fromEntries(searchParams))).toEqual({ ...options, asked: 2 })
})

it('prints one product in one column and several in three, without repeats', () => {
  expect(printOptions({ ids: 'prd_1,prd_1' })).toMatchObject({ ids: ['prd_1'], columns: 1, link: 'pay' })
  expect(printOptions({ ids: 'prd_1,,prd_2', link: 'x', columns: '9' })).toMatchObject({
    columns: 3,
    asked: 2,
  })
  expect(printOptions({})).toMatchObject({ ids: [], asked: 0 })
})

it('limits the tickets of a sheet, and says how many were asked for', () => {
  const ids = Array.from({ length: 300 }, (_, at) => `prd_${at}`).join(',')
  const options = printOptions({ ids })
  expect([options.ids.length, options.asked]).toEqual([maxTickets, 300])
})
