import { readFileSync } from 'node:fs'
import path from 'node:path'
import Ajv, { type AnySchema } from 'ajv/dist/2020'
import { beforeAll, describe, expect, it } from 'vitest'
import { tokenScopes, type TokenScope } from '@/lib/core/permissions'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { shopless } from '@/lib/testing/beyond-shops'
import { findHandlers, handlers, orderedHandlers, shopPath } from '@/lib/testing/handlers'
import { settingsVersion } from '@/lib/testing/office'
import { dispatch, routePlaces } from '@/lib/testing/routes'
import { fillShop, jobsDone, type FilledShop } from '@/lib/testing/shops/two-shops'
import { examples } from '../operations'

type Content = Record<string, { schema?: AnySchema; example?: unknown }>
type Described = {
  operationId: string
  summary: string
  security: object[]
  parameters: { name: string; in: string; schema: AnySchema; example?: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  'x-scope'?: TokenScope
}
type Document = { openapi: string; paths: Record<string, Record<string, Described>> }

/** A schema that may let anything in. */
type Open = {
  type?: string
  properties?: Record<string, AnySchema>
  additionalProperties?: unknown
  items?: AnySchema
  anyOf?: AnySchema[]
  oneOf?: AnySchema[]
}

const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })

/** The name of a handler in the document. */
const placeOf = (name: string) => {
  const [method = '', place = ''] = name.split(' ')
  return { method: method.toLowerCase(), path: `/api${place.replace(/\[(?:\.{3})?(\w+)\]/g, '{$1}')}` }
}

onEachEngine('the description of the API at /api/openapi.json', (kind) => {
  const app = testApplication(kind)
  let document: Document
  beforeAll(async () => {
    const answer = await fetch(`${app.url}/api/openapi.json`)
    document = (await answer.json()) as Document
  })
  const described = () =>
    Object.entries(document.paths).flatMap(([at, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${at}`, operation })),
    )
  const operationOf = (name: string) => {
    const { method, path: at } = placeOf(name)
    const operation = document.paths[at]?.[method]
    if (!operation) throw new Error(`${name} is not described`)
    return operation
  }

  it('has every handler, and nothing else', async () => {
    const found = [...(await findHandlers()).keys()].map(placeOf).map((one) => `${one.method} ${one.path}`)
    expect(
      described()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(found.sort())
    expect(document.openapi).toBe('3.1.0')
  })

  it('names each operation once, with a schema for each parameter and no dangling reference', () => {
    const ids = described().map(({ operation }) => operation.operationId)
    expect(ids.toSorted()).toEqual([...new Set(ids)].sort())
    for (const { name, operation } of described()) {
      expect(operation.summary, name).toMatch(/^[A-Z]/)
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, given]) => given)
      const named = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)
      expect(named, name).toEqual(inPath)
      for (const { schema } of operation.parameters) expect(() => ajv.compile(schema), name).not.toThrow()
    }
    for (const [, place = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = place
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect(target, place).toBeDefined()
    }
  })

  it('has the schema of every body and answer in JSON', () => {
    for (const { name, operation } of described()) {
      const { requestBody, responses } = operation
      const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)]
      const schemas = contents.flatMap((content) => content?.['application/json']?.schema ?? [])
      expect(() => schemas.map((schema) => ajv.compile(schema)), name).not.toThrow()
      expect(
        Object.values(responses).some(({ content }) => content),
        name,
      ).toBe(true)
    }
  })

  it('takes no member in a body that it does not name', () => {
    const bodies = described().flatMap(({ name, operation }) =>
      Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => ({ name, schema })),
    )
    expect(bodies.length).toBeGreaterThan(50)
    const isOpen = (schema: AnySchema | undefined): boolean => {
      if (typeof schema !== 'object' || '$ref' in schema) return false
      const { type, properties, additionalProperties: others, items, anyOf, oneOf } = schema as Open
      const inner = [...Object.values(properties ?? {}), items, ...(anyOf ?? []), ...(oneOf ?? [])]
      return (type === 'object' && others === undefined) || inner.some(isOpen)
    }
    expect(bodies.filter(({ schema }) => isOpen(schema)).map(({ name }) => name)).toEqual([])
  })

  it('names the scope of each operation, and leaves the rest to people', () => {
    for (const [name, { permission }] of Object.entries(handlers)) {
      const operation = operationOf(shopPath(name))
      const isForTokens = JSON.stringify(operation.security).includes('apiToken')
      expect([name, operation['x-scope']]).toEqual([name, isForTokens ? permission : undefined])
    }
    for (const name of Object.keys(shopless))
      expect(JSON.stringify(operationOf(name).security)).not.toContain('apiToken')
    const scopes = new Set(described().map(({ operation }) => operation['x-scope']))
    // These have no operation of their own (lib/api-tokens/http/every-handler.test.ts).
    const beside = ['personal_data.read', 'customers.export', 'checkouts.export']
    expect(tokenScopes.filter((scope) => !scopes.has(scope)).sort()).toEqual(beside.sort())
  })

  it('says which operations take an Idempotency-Key', () => {
    const folder = path.join(import.meta.dirname, '../../../app')
    const taking = routePlaces
      .filter((place) =>
        readFileSync(path.join(folder, place, 'route.ts'), 'utf8').includes('idempotency: {'),
      )
      .map((place) => placeOf(`X /${place.replace(/^api\//, '')}`).path)
    const said = described().filter(({ operation }) =>
      operation.parameters.some((one) => one.name === 'Idempotency-Key'),
    )
    expect(said.map(({ name }) => name.slice(name.indexOf(' ') + 1)).sort()).toEqual(taking.sort())
  })

  it('has examples that work as they stand, with a token of the scope that they name', async () => {
    browser.person = null
    let id = ''
    for (const name of Object.keys(examples)) {
      const operation = operationOf(shopPath(name))
      const body = operation.requestBody?.content['application/json']?.example
      const given = operation.parameters.flatMap(({ name: key, example }) =>
        example === undefined ? [] : [[key, example] as [string, string]],
      )
      const { token } = await shopToken(app.owner, { scopes: [operation['x-scope']!] })
      const { method, path: at } = placeOf(shopPath(name))
      const address = at.replace('{shop}', 'sandbox').replace('{id}', id)
      const query = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
      const answer = await fetch(`${app.url}${address}${query}`, {
        method: method.toUpperCase(),
        headers: { authorization: `Bearer ${token}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const text = await answer.text()
      expect([name, answer.status, text]).toEqual([name, Number(Object.keys(operation.responses)[0]), text])
      if (method === 'post' && !at.includes('{id}')) id = (JSON.parse(text) as { id: string }).id
    }
  })

  describe('calls every operation of a shop that has one of everything', () => {
    let filled: FilledShop
    beforeAll(async () => {
      browser.person = app.owner.actor
      filled = await fillShop(app)
    })

    it.each(orderedHandlers.filter((name) => name !== 'POST /deletion'))(
      '%s answers as its schema says',
      async (name) => {
        await jobsDone(app.engine)
        const operation = operationOf(shopPath(name))
        const [status = '', { content = {} } = {}] = Object.entries(operation.responses)[0] ?? []
        const [type = '', { schema = {} } = {}] = Object.entries(content)[0] ?? []
        const { id = '', body: sent = handlers[name]?.body } = {
          id: filled.ids[name.slice(name.indexOf('/') + 1).split('/[id]')[0] ?? ''],
          ...filled.asked[name],
        }
        const isVersioned = typeof sent === 'object' && sent !== null && 'version' in sent
        const body = isVersioned ? { ...sent, version: await settingsVersion(app.engine.db) } : sent
        const [method = '', place = ''] = shopPath(name).split(' ')
        const aborted = new AbortController()
        const address = place.replace('[shop]', 'sandbox').replace('[id]', id)
        const answer = await dispatch(
          new Request(`http://localhost/api${address}${filled.needs[name] ?? ''}`, {
            method,
            body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
            signal: aborted.signal,
          }),
        )
        const isOfType = type === 'image/*' ? /^image\// : new RegExp(`^${type}`)
        expect(answer.headers.get('content-type')).toMatch(isOfType)
        if (type === 'text/event-stream') return aborted.abort()
        if (type !== 'application/json') return void (await answer.arrayBuffer())
        const value: unknown = await answer.json()
        expect([answer.status, value]).toEqual([Number(status), value])
        const isValid = ajv.compile(schema)
        expect([isValid(value), isValid.errors ?? []]).toEqual([true, []])
        if (typeof body !== 'object') return undefined
        const takes = ajv.compile(operation.requestBody?.content['application/json']?.schema ?? {})
        expect([takes(body), takes.errors ?? []]).toEqual([true, []])
        return undefined
      },
    )
  })
})
