import { expect, it } from 'vitest'
import { z } from 'zod'
import { curlOf, notationOf } from './notation'
import { jsonSchema } from './document'
import { operations } from './operations'

const find = (method: string, path: string) =>
  operations.find((one) => one.method === method && one.path === `/api/shops/{shop}${path}`)!
const said = (schema: z.ZodType) => notationOf(jsonSchema(schema, 'input'))

it('describes schemas for people', () => {
  expect(said(z.string().min(1).max(100))).toBe('string (1…100)')
  expect(said(z.int())).toBe('integer')
  expect(said(z.int().min(0))).toBe('integer (0…)')
  expect(said(z.iso.datetime().nullable())).toBe('string (date-time) | null')
  expect(said(z.string().nullable())).toBe('string | null')
  expect(said(z.array(z.int().nullable()))).toBe('(integer | null)[]')
  expect(said(z.union([z.string(), z.number()]))).toBe('string | number')
  expect(said(z.enum(['a', 'b']))).toBe('"a" | "b"')
  expect(said(z.array(z.enum(['a', 'b'])))).toBe('("a" | "b")[]')
  expect(said(z.tuple([z.string(), z.boolean()]))).toBe('[string, boolean]')
  expect(said(z.literal(true))).toBe('true')
  expect(said(z.unknown())).toBe('any')
  expect(said(z.strictObject({}))).toBe('{}')
  expect(said(z.record(z.string(), z.int()))).toBe('{\n  [name]: integer\n}')
  expect(said(z.object({ one: z.object({ two: z.string().optional() }) }))).toBe(
    '{\n  one: {\n    two?: string\n  }\n}',
  )
})

it('has something to say of every body and answer', () => {
  for (const { body, response, path } of operations) {
    const texts = [
      ...(body ? [notationOf(jsonSchema(body, 'input'))] : []),
      ...(response ? [notationOf(jsonSchema(response, 'output'))] : []),
    ]
    expect(texts, path).not.toContain('any')
  }
})

it('says “any” only where anything goes', () => {
  for (const path of ['/products/{id}', '/payments', '/payment-settings', '/page-defaults'])
    expect(notationOf(jsonSchema(find('GET', path).response!, 'output')), path).not.toMatch(/\bany\b/)
})

it('makes commands that a shell reads as they are meant', () => {
  expect(curlOf(find('GET', '/products'), 'https://office.example', 'sandbox')).toBe(
    `curl -H "Authorization: Bearer $COUNTERFOIL_TOKEN" \\
  'https://office.example/api/shops/sandbox/products?q=paper&limit=10'`,
  )
  const quoted = { ...find('POST', '/customers/{id}/notes'), example: { body: { text: "It's paid" } } }
  expect(curlOf(quoted, 'https://office.example', 'sandbox')).toBe(
    `curl -X POST -H "Authorization: Bearer $COUNTERFOIL_TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"text":"It'\\''s paid"}' \\
  'https://office.example/api/shops/sandbox/customers/{id}/notes'`,
  )
})
