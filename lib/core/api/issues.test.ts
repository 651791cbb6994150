import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { productCreate } from '../../gateway/products/product'
import { en } from '../i18n/en'
import { getTranslator } from '../i18n/server'
import { issueKey, issueKeys, issuesByField } from './issues'
import { problemCodes } from './problem'

const keyOf = (schema: z.ZodType, value: unknown) => {
  const issue = schema.safeParse(value, { reportInput: true }).error?.issues[0]
  return issue && issueKey(issue)
}

describe('the words', () => {
  it('exist for every complaint, and for no others', () => {
    expect(Object.keys(en.issues).sort()).toEqual([...issueKeys].sort())
  })
  it('are there for every problem', () => {
    expect(Object.keys(en.problems).sort()).toEqual([...problemCodes].sort())
  })
  it('can be built from the values of each complaint', () => {
    const text = getTranslator('issues')
    for (const key of issueKeys)
      expect(text(key, { max: 1, min: 1, fields: 'x' })).not.toMatch(/[{}]|issues\./)
  })
})

describe('a complaint', () => {
  it.each<[string, z.ZodType, unknown, unknown]>([
    ['our own key', z.string().min(3, 'blank'), '', { key: 'blank' }],
    [
      'our own key with a limit',
      z.string().max(3, 'too_long'),
      'abcd',
      { key: 'too_many_characters', values: { max: 3 } },
    ],
    [
      'a text that is too long',
      z.string().max(3),
      'abcd',
      { key: 'too_many_characters', values: { max: 3 } },
    ],
    [
      'a list that is too long',
      z.array(z.string()).max(1),
      ['a', 'b'],
      { key: 'too_long', values: { max: 1 } },
    ],
    ['a number that is too small', z.number().min(3), 1, { key: 'too_small', values: { min: 3 } }],
    ['nothing', z.string(), undefined, { key: 'required' }],
    ['null', z.string(), null, { key: 'required' }],
    ['another type', z.string(), 7, { key: 'invalid' }],
    ['another choice', z.enum(['a']), 'b', { key: 'invalid_choice' }],
    [
      'an unknown field',
      z.strictObject({}),
      { a: 1, b: 2 },
      { key: 'unknown_field', values: { fields: 'a, b' } },
    ],
    ['anything else', z.email(), 'x', { key: 'invalid' }],
    ['a foreign text', z.string().refine(() => false, 'so ein Unsinn'), 'x', { key: 'invalid' }],
  ])('about %s', (_name, schema, value, expected) =>
    expect(keyOf(schema, value)).toMatchObject(expected as object),
  )

  it('about an unknown field names no other', () => {
    const names = Array.from({ length: 500 }, (_, at) => `field_${at}`)
    const body = Object.fromEntries(names.map((name) => [name, 1]))
    const { error } = z.strictObject({ order: z.strictObject({}) }).safeParse({ order: body })
    const texts = issuesByField(error?.issues ?? [], ({ values }) => String(values?.fields))
    expect(texts).toEqual(Object.fromEntries(names.map((name) => [`order.${name}`, [name]])))
  })

  it('is one of 500 at most', () => {
    const values = Array.from({ length: 5000 }, (_, at) => at)
    const schema = z.strictObject({ known: z.array(z.string()) })
    const { error } = schema.safeParse({
      known: values,
      ...Object.fromEntries(values.map((at) => [`f${at}`, 1])),
    })
    const fields = Object.keys(issuesByField(error?.issues ?? [], ({ key }) => key))
    expect(fields.slice(0, 2)).toEqual(['known.0', 'known.1'])
    expect(fields).toHaveLength(500)
  })

  it('goes to its field, each unknown field by its own name', () => {
    const { error } = productCreate.safeParse({
      name: '',
      currency: 'EUR',
      amount: 1,
      colour: 1,
      visible_fields: ['x'],
    })
    expect(issuesByField(error?.issues ?? [], ({ key }) => key)).toEqual({
      name: ['blank'],
      description: ['required'],
      quantity: ['required_unless_infinite'],
      expired_at: ['required_unless_immortal'],
      colour: ['unknown_field'],
      'visible_fields.0': ['invalid_choice'],
    })
  })

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('survives a field named %s', (name) => {
    const { error } = productCreate.safeParse(JSON.parse(`{"${name}": 1}`))
    const fields = issuesByField(error?.issues ?? [], ({ key }) => key)
    expect(Object.keys(fields)).toContain('name')
    expect(Object.entries(fields)).toContainEqual([name, ['unknown_field']])
  })

  it('about the whole is at the base', () => {
    const issues = [{ code: 'custom', path: [], message: 'nothing_to_change', input: {} }] as const
    expect(issuesByField(issues as never, ({ key }) => key)).toEqual({ base: ['nothing_to_change'] })
  })
})
