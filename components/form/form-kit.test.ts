import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { listErrors } from './zod-form'
import { dropHalfFilled, keepDrop } from './field-registry'
import { isSet } from './form-section'
import { schemaResolver } from './resolver'
import { applyServerErrors } from './submitting/use-submit-failure'

const schema = z.strictObject({
  name: z.string().min(1, 'blank').max(5, 'too_long'),
  stock: z.string().transform(Number),
})
const options = { fields: {}, shouldUseNativeValidation: false }
const text = (issue: z.core.$ZodIssue) => `${issue.message}!`

describe('schemaResolver', () => {
  it('submits the values that the schema returns', async () => {
    const resolve = schemaResolver(schema, text)
    await expect(resolve({ name: 'Tea', stock: '4' }, undefined, options)).resolves.toEqual({
      values: { name: 'Tea', stock: 4 },
      errors: {},
    })
  })

  it('words the first issue of each field', async () => {
    const { errors } = await schemaResolver(schema, text)({ name: '', stock: '4' }, undefined, options)
    expect(errors).toMatchObject({ name: { message: 'blank!' } })
  })

  it('validates the values that `prepare` returns', async () => {
    const resolve = schemaResolver(schema, text, {
      prepare: ({ name, stock }) => ({ name: name.trim(), stock }),
    })
    const { errors } = await resolve({ name: '   ', stock: '1' }, undefined, options)
    expect(errors).toMatchObject({ name: { message: 'blank!' } })
  })

  it('shows an error of the field’s own value at the field', async () => {
    const reasons = new Map([['name', (value: unknown) => (value === 'abcdef' ? 'six' : undefined)]])
    const resolve = schemaResolver(schema, text, { reasons })
    const said = async (name: string) => (await resolve({ name, stock: '4' }, undefined, options)).errors
    expect(await said('abcdef')).toMatchObject({ name: { message: 'six' } })
    expect(await said('')).toMatchObject({ name: { message: 'blank!' } })
    expect(await said('abc')).toEqual({})
  })

  it('refuses a half-filled field, whatever the schema says of its value', async () => {
    let missing: string | undefined = 'no year'
    const resolve = schemaResolver(schema, text, { unfinished: new Map([['name', () => missing]]) })
    const said = async (name: string) => resolve({ name, stock: '4' }, undefined, options)
    expect(await said('Tea')).toMatchObject({ values: {}, errors: { name: { message: 'no year' } } })
    expect(await said('')).toMatchObject({ errors: { name: { message: 'no year' } } })
    missing = undefined
    expect(await said('Tea')).toEqual({ values: { name: 'Tea', stock: 4 }, errors: {} })
  })

  it('takes a schema that comes later', async () => {
    const resolve = schemaResolver(async () => schema, text)
    await expect(resolve({ name: 'Tea', stock: '4' }, undefined, options)).resolves.toMatchObject({
      errors: {},
    })
  })

  it('leaves out what is typed while the schema is on its way', async () => {
    const typed = { name: 'Tea', stock: '4' }
    const resolved = schemaResolver(async () => schema, text)(typed, undefined, options)
    typed.name = 'Mug'
    expect(await resolved).toMatchObject({ values: { name: 'Tea' } })
  })

  it('refuses where the schema does not come', async () => {
    const broken = schemaResolver<typeof schema>(() => Promise.reject(new Error('404')), text, {
      unreachable: 'Offline',
    })
    const { errors } = await broken({ name: 'Tea', stock: '4' }, undefined, options)
    expect(errors).toMatchObject({ root: { server: { message: 'Offline' } } })
  })
})

describe('applyServerErrors', () => {
  it('puts messages on the fields they name and the rest into the summary', () => {
    const setError = vi.fn<(name: string, error: object) => void>()
    const form = { getValues: () => ({ name: '', customer: {} }), setError }
    applyServerErrors(form as never, {
      name: ['too long', 'odd'],
      'customer.email': ['bad'],
      ghost: ['?'],
      base: ['No.'],
    })
    expect(setError.mock.calls).toEqual([
      ['name', { type: 'server', message: 'too long odd' }],
      ['customer.email', { type: 'server', message: 'bad' }],
      ['root.server', { type: 'server', message: 'ghost: ? No.' }],
    ])
  })
})

describe('listErrors', () => {
  it('lists nested errors by path, those of the form first, then in the order of the page', () => {
    const errors = {
      hidden: { type: 'x', message: 'd' },
      name: { type: 'x', message: 'a' },
      networks: [undefined, { type: 'x', message: 'e' }],
      customer: { email: { type: 'x', message: 'b' } },
      root: { server: { type: 'server', message: 'c' } },
    }
    expect(listErrors(errors as never, ['customer.email', 'networks', 'name'])).toEqual([
      { name: '', message: 'c' },
      { name: 'customer.email', message: 'b' },
      { name: 'networks.1', message: 'e' },
      { name: 'name', message: 'a' },
      { name: 'hidden', message: 'd' },
    ])
  })
})

describe('isSet', () => {
  it.each([undefined, null, '', false, []])('%o is not set', (value) => expect(isSet(value)).toBe(false))
  it.each([0, 'x', true, ['a']])('%o is set', (value) => expect(isSet(value)).toBe(true))
  it('does not mark initial values as set by a person', () => {
    expect(isSet('en', 'en')).toBe(false)
    expect(isSet('de', 'en')).toBe(true)
  })
})

describe('dropHalfFilled', () => {
  it('empties the half-filled fields of one form, or of those the ones that got another value', () => {
    const [form, other] = [{}, {}]
    const [until, methods, others] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
    keepDrop(form, 'until', until)
    const forget = keepDrop(form, 'methods', methods)
    keepDrop(other, 'until', others)
    dropHalfFilled(form, (field) => field === 'until')
    expect([until.mock.calls.length, methods.mock.calls.length]).toEqual([1, 0])
    dropHalfFilled(form)
    expect([until.mock.calls.length, methods.mock.calls.length]).toEqual([2, 1])
    forget()
    dropHalfFilled(form)
    expect([until.mock.calls.length, methods.mock.calls.length]).toEqual([3, 1])
    expect(others).not.toHaveBeenCalled()
  })
})
