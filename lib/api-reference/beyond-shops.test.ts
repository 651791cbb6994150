import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import type { AccountDeclaration } from '@/lib/core/server/route/account-route'
import { loadRoute } from '@/lib/testing/routes'
import * as accountSchemas from '../account/schema'
import * as peopleSchemas from '../people/schema'
import { beyondShops } from './beyond-shops'

/** A handler is what it declares. */
vi.mock('@/lib/core/server/route/account-route', () => ({
  accountRoute: (declaration: AccountDeclaration<never, never, never>) => declaration,
}))

const placeOf = (name: string) => `api${name.slice(name.indexOf('/'))}`
const namesOf = (whom: 'person' | 'open') =>
  Object.keys(beyondShops).filter((name) => beyondShops[name]?.for === whom)

it.each(namesOf('person').filter((name) => !beyondShops[name]?.answers))(
  '%s is described by what its handler parses by',
  async (name) => {
    const { query, body, response, status = 200 } = beyondShops[name]!
    const [method = ''] = name.split(' ')
    const handler = (await loadRoute(placeOf(name)))[method] as unknown as typeof beyondShops.x
    expect(handler?.response).toBe(response)
    expect(handler?.query).toBe(query)
    expect(handler?.body).toBe(body)
    expect(handler?.status ?? 200).toBe(status)
    expect(response).toBeDefined()
  },
)

const schemas = Object.entries({ ...accountSchemas, ...peopleSchemas })
const nameOf = (schema: unknown) => schemas.find(([, one]) => one === schema)?.[0]
const elsewhere = /^\w+ \/(auth|hooks|health|metrics|openapi)/

it.each(namesOf('open').filter((name) => !elsewhere.test(name)))(
  '%s is described by what its code parses by',
  (name) => {
    const file = path.join(import.meta.dirname, '../../app', placeOf(name), 'route.ts')
    const code = readFileSync(file, 'utf8')
    const { body, response, status = 200 } = beyondShops[name]!
    expect(/ parse\((\w+), /.exec(code)?.[1]).toBe(nameOf(body))
    expect(code).toContain(`${nameOf(response)}.parse(`)
    expect(/, (\d{3})\)/.exec(code)?.[1] ?? '200').toBe(String(status))
  },
)
