/** Checks every row of the field tables in docs/gateway.md against the schemas. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkoutReply, checkoutRequest } from './checkouts/checkout'
import { customerCreate, customerReply } from './customers/customer'
import { productCreate, productReply } from './products/product'
import { bare, choicesOf, complaints, fieldAt, kindsOf } from './testing'
import { tokenizationRequest } from './cards/tokenization'
import { transactionReply } from './notifications/transaction'

const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/gateway.md'), 'utf8')

type Row = { field: string; type: string; required: string | undefined; notes: string }
type Target = [schema: z.ZodType, path: string]

/** Returns the rows of every table whose first column is “Field”, by the heading above it. */
function fieldTables(): Map<string, Row[]> {
  const tables = new Map<string, Row[]>()
  let heading = ''
  let columns: string[] | null = null
  for (const line of document.split('\n')) {
    heading = /^#+ (.*)/.exec(line)?.[1] ?? heading
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : null
    if (!cells) columns = null
    else if (!columns) columns = cells.map((cell) => cell.trim())
    else if (columns[0] === 'Field' && !/^\s*-+\s*$/.test(cells[0] ?? '')) {
      const row = Object.fromEntries(columns.map((name, index) => [name, (cells[index] ?? '').trim()]))
      const rows = tables.get(heading) ?? []
      for (const field of row.Field?.split(', ') ?? [])
        rows.push({ field, type: row.Type ?? '', required: row.Required, notes: row.Notes ?? '' })
      tables.set(heading, rows)
    }
  }
  return tables
}

const request = tokenizationRequest({ hasThreeDSecure: false })

const targets: Record<string, Target[]> = {
  'Tokenization request': [[request, 'request']],
  'Card request': [[request, 'request.credit_card']],
  'Additional data': [
    [request, 'request.additional_data'],
    [transactionReply, 'transaction.additional_data'],
  ],
  'Customer of a tokenization': [[request, 'request.customer']],
  'Billing address': [
    [request, 'request.billing_address'],
    [transactionReply, 'transaction.billing_address'],
  ],
  Travel: [
    [request, 'request.travel'],
    [checkoutRequest, 'checkout.travel'],
  ],
  'Travel leg': [
    [request, 'request.travel.airline.legs'],
    [checkoutRequest, 'checkout.travel.airline.legs'],
  ],
  'Travel passenger': [
    [request, 'request.travel.airline.passengers'],
    [checkoutRequest, 'checkout.travel.airline.passengers'],
  ],
  Transaction: [[transactionReply, 'transaction']],
  'Card response': [[transactionReply, 'transaction.credit_card']],
  'Tokenization result': [[transactionReply, 'transaction.tokenization']],
  'Smart Routing result': [[transactionReply, 'transaction.smart_routing_verification']],
  'Checkout request': [[checkoutRequest, 'checkout']],
  Order: [[checkoutRequest, 'checkout.order']],
  'Additional data of an order': [[checkoutRequest, 'checkout.order.additional_data']],
  Settings: [[checkoutRequest, 'checkout.settings']],
  'Customer of a checkout': [[checkoutRequest, 'checkout.customer']],
  'Payment method': [[checkoutRequest, 'checkout.payment_method']],
  'Checkout response': [[checkoutReply, 'checkout']],
  'Product request': [[productCreate, '']],
  'Product response': [[productReply, '']],
  'Customer request': [[customerCreate, '']],
  'Customer response': [[customerReply, '']],
}

/** Fields that the interface may or may not echo. */
const echoes: [z.ZodType, string, string][] = [
  [transactionReply, 'transaction.customer', 'ip email device_id birth_date'],
  [productReply, '', 'visible_fields immortal expired_at return_url shop_id'],
]

const inside = (section: string, field: string) => [section, field].filter(Boolean).join('.')
const tables = fieldTables()

const sections = Object.entries(targets).flatMap(([heading, them]) =>
  them.map(([schema, section]) => ({ heading, schema, section })),
)

/** The names of an object's fields, or of the objects of a list. */
function keysAt(schema: z.ZodType, section: string): string[] {
  let holder = bare(section === '' ? schema : fieldAt(schema, section)!)
  while (holder instanceof z.ZodArray) holder = bare(holder.element)
  return Object.keys((holder as z.ZodObject).shape)
}

const cases = [...tables].flatMap(([heading, rows]) =>
  rows.flatMap((row) =>
    (targets[heading] ?? []).map(([schema, section]) => ({
      ...row,
      schema,
      section,
      path: inside(section, row.field),
    })),
  ),
)
const replies: z.ZodType[] = [transactionReply, checkoutReply, productReply, customerReply]
const requests = cases.filter(({ schema }) => !replies.includes(schema))

const kinds: Record<string, string> = {
  string: 'string',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}

describe('the schemas and docs/gateway.md', () => {
  it('have every table of fields in common', () => {
    expect([...tables.keys()].sort()).toEqual(Object.keys(targets).sort())
    expect(cases.length).toBeGreaterThan(200)
  })

  it.each(sections)('have every field of $heading in common: $section', ({ heading, schema, section }) => {
    // Each is named in a table or in the text below it, if documented elsewhere or possibly echoed.
    const text = new RegExp(`^#+ ${heading}\n(.*?)(?=^#|$(?!\n))`, 'msu').exec(document)?.[1] ?? ''
    const isNamed = (field: string) => new RegExp(`(?<!\\w)${field}(?!\\w)`, 'u').test(text)
    const unnamed = keysAt(schema, section).filter((field) => !isNamed(field))
    expect(unnamed, `docs/gateway.md does not name them under “${heading}”`).toEqual([])
  })

  it.each(cases)('have $path in common', ({ schema, path: field }) =>
    expect(fieldAt(schema, field)).not.toBeNull(),
  )

  it.each(cases.filter(({ type }) => type !== 'as in the request' && type !== 'any'))(
    'have the type of $path in common: $type',
    ({ schema, path: field, type }) => {
      const kind = kinds[/^\w+/.exec(type)?.[0] ?? '']
      expect(kindsOf(fieldAt(schema, field)!)).toContain(kind)
    },
  )

  it.each(cases.filter(({ type }) => type === 'array of strings'))('have texts in $path', (row) => {
    const list = bare(fieldAt(row.schema, row.path)!)
    expect(kindsOf((list as z.ZodArray).element)).toEqual(['string'])
  })

  it.each(echoes)('know what may come back in $1', (schema, section, names) => {
    for (const name of names.split(' '))
      expect([name, fieldAt(schema, inside(section, name))]).not.toEqual([name, null])
  })

  it.each(requests.filter(({ required }) => required !== undefined))(
    'require $path or not: "$required"',
    (row) => {
      const section = fieldAt(row.schema, row.section)
      // A product's language is required, but has a default.
      const isRequired = row.required === '*' && row.path !== 'language'
      // Conditions between fields have their own codes, `required_…`.
      const found = section ? complaints(section, {}) : []
      expect(found.includes(`${row.field}: required`)).toBe(isRequired)
    },
  )

  it.each(requests.filter(({ type }) => /\((max )?\d+\)/.test(type)))('limit $path: $type', (row) => {
    const limit = Number(/\d+/.exec(row.type)?.[0])
    const field = fieldAt(row.schema, row.path)!
    expect(complaints(field, '1'.repeat(limit))).toEqual([])
    expect(complaints(field, '1'.repeat(limit + 1))).toHaveLength(1)
  })

  it('limit what holds for more than one section', () => {
    const limit = (item: string) => {
      const row = document
        .split('\n')
        .find((line) => new RegExp(`^\\| ${item} +\\| [^|]*\\d[^|]*\\|$`).test(line))
      return Number(/\d+(?!.*\d)/.exec(row ?? '')?.[0])
    }
    const trackingId = fieldAt(checkoutRequest, 'checkout.order.tracking_id')!
    expect(complaints(trackingId, 'x'.repeat(limit('tracking_id')))).toEqual([])
    expect(complaints(trackingId, 'x'.repeat(limit('tracking_id') + 1))).toEqual([': too_long'])
    const number = fieldAt(request, 'request.credit_card.number')!
    expect(limit('card number')).toBe(19)
    for (const length of [12, 19]) expect(complaints(number, '4'.repeat(length))).toEqual([])
    for (const length of [11, 20])
      expect(complaints(number, '4'.repeat(length))).toEqual([': invalid_card_number'])
  })

  it.each<[field: string, values: RegExp, count: number]>([
    ['request.additional_data.contract', /Values: [^.]*/, 3],
    ['request.travel.airline.restricted_ticked_indicator', /.*otherwise `1`/, 2],
    ['checkout.travel.airline.restricted_ticked_indicator', /.*otherwise `1`/, 2],
    ['checkout.transaction_type', /Values: [^.]*/, 4],
    ['checkout.order.additional_data.contract', /Values: [^.]*/, 4],
    ['checkout.order.additional_data.card_on_file.initiator', /Values: [^.]*/, 2],
    ['checkout.order.additional_data.card_on_file.type', /Values: [^.]*/, 5],
    ['checkout.settings.customer_fields.read_only', /Values: [^.]*/, 11],
    ['checkout.settings.credit_card_fields.read_only', /Values: [^.]*/, 1],
    ['visible_fields', /Values: [^.]*/, 11],
    ['transaction_type', /Values: [^.]*/, 2],
  ])('have the values of %s in common', (field, listed, count) => {
    const row = requests.find((one) => one.path === field)!
    const values = listed.exec(row.notes)?.[0].match(/(?<=`)\w+(?=`)/g)
    expect(values).toHaveLength(count)
    expect(choicesOf(fieldAt(row.schema, field)!)?.sort()).toEqual([...new Set(values)].sort())
  })

  it('take “the same values” to be the same', () => {
    const choices = (name: string) =>
      choicesOf(fieldAt(checkoutRequest, `checkout.settings.customer_fields.${name}`)!)
    expect(choices('visible')).toEqual(choices('read_only'))
  })
})
