import { createLoader } from 'nuqs/server'
import { describe, expect, it } from 'vitest'
import { cardTokenList } from '../../card-tokens/filters'
import { checkoutList } from '../../checkouts/filters'
import { customerList } from '../../customers/filters'
import { messageList } from '../../forwarding/filters'
import { notificationList } from '../../notifications/filters'
import { paymentList } from '../../payments/filters'
import { productList } from '../../products/filters'
import { countryCodes } from '../../gateway/values/countries'
import { currencyCodes } from '../../gateway/values/currencies'
import { listFilters, listParams } from '../client/list-params'
import type { Filter } from './filters'
import { listQuery } from './list'
import type { SearchKind } from './paging'

const lists = {
  cardTokenList,
  checkoutList,
  customerList,
  messageList,
  notificationList,
  paymentList,
  productList,
}

const uuid = '0198a1f0-0000-7000-8000-000000000000'

/** Texts that a filter of this kind takes, and some that it refuses. */
function samples(filter: Filter): { good: string[]; bad: string[] } {
  const many = (one: (at: number) => string, count: number) =>
    Array.from({ length: count }, (_, at) => one(at)).join()
  if (filter.kind === 'choice')
    return {
      good: [...filter.values, ...(filter.isList ? [filter.values.join()] : [])],
      bad: ['', 'nonsense'],
    }
  if (filter.kind === 'id') {
    const [other, withoutVersion] = [uuid.toUpperCase(), uuid.replace('-7', '-0')]
    const bad = ['', '1', `${uuid}0`, withoutVersion, ...(filter.isList ? [many(() => uuid, 51)] : [])]
    return { good: [uuid, other], bad }
  }
  if (filter.kind === 'day')
    return { good: ['2026-02-28'], bad: ['', '2026-02-30', '0000-01-01', '1.2.2026'] }
  if (filter.kind === 'flag') return { good: ['true', 'false'], bad: ['', 'yes'] }
  if (filter.kind === 'amount') return { good: ['0', '1250'], bad: ['', '-1', '12.5', '9'.repeat(16)] }
  if (filter.kind === 'codes')
    return {
      good: filter.length === 2 ? ['DE', countryCodes.join()] : ['EUR', currencyCodes.join()],
      bad: ['', 'eur', 'EURO', 'D1'],
    }
  const tooMany = filter.isList ? [many(String, 51)] : []
  return { good: ['Paper', 'ü'], bad: ['', 'a\0', 'x'.repeat(filter.maxLength + 1), ...tooMany] }
}

describe.each(Object.entries(lists))('the filters of %s', (_name, list) => {
  const query = listQuery<readonly string[], SearchKind, typeof list.filters>(list)
  const params = listParams<readonly string[], SearchKind, typeof list.filters>(list)
  const inAddress = (name: string, text: string) => {
    const address = new URLSearchParams({ [name]: text })
    const values = createLoader(params.params)(address)
    return listFilters(values as never, params as never) as Record<string, unknown>
  }

  it.each(Object.keys(list.filters))('%s: an address means what the API takes, and nothing else', (name) => {
    const { good, bad } = samples((list.filters as Record<string, Filter>)[name]!)
    for (const text of good) {
      const asked = inAddress(name, text)
      expect(asked[name]).toBeDefined()
      expect(query.parse({ [name]: text })).toMatchObject(asked)
      // A stored query can be parsed again.
      expect(query.parse(asked)).toMatchObject(asked)
    }
    for (const text of bad) {
      expect(inAddress(name, text), JSON.stringify(text)).toEqual({})
      expect(query.safeParse({ [name]: text }).success, JSON.stringify(text)).toBe(false)
    }
  })
})
