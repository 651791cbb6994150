import { expect, it, vi } from 'vitest'
import { loadRoute } from '@/lib/testing/routes'
import { beyondShops } from './beyond-shops'

/** A handler is what it declares. */
vi.mock('@/lib/core/server/route/account-route', () => ({ accountRoute: (declared: unknown) => declared }))
vi.mock('@/lib/core/server/route/open-route', () => ({ openRoute: (declared: unknown) => declared }))

const placeOf = (name: string) => `api${name.slice(name.indexOf('/'))}`
const elsewhere = /^\w+ \/(auth|hooks|health|metrics|openapi)/
const described = Object.keys(beyondShops).filter(
  (name) => !elsewhere.test(name) && !beyondShops[name]?.answers,
)

it.each(described)('%s is described by what its handler parses by', async (name) => {
  const { query, body, response, status = 200 } = beyondShops[name]!
  const [method = ''] = name.split(' ')
  const handler = (await loadRoute(placeOf(name)))[method] as unknown as typeof beyondShops.x
  expect(handler?.response).toBe(response)
  expect(handler?.query).toBe(query)
  expect(handler?.body).toBe(body)
  expect(handler?.status ?? 200).toBe(status)
  expect(response).toBeDefined()
})
