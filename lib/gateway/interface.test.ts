/** Every row of the gateway's interface document against the schemas. The document is no part of this repository. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { checkoutReply, checkoutRequest } from './checkout'
import { customerCreate, customerReply } from './customer'
import { productCreate, productReply } from './product'
import { bare, choicesOf, complaints, fieldAt, kindsOf } from './testing'
import { tokenizationRequest } from './tokenization'
import { transactionReply } from './transaction'

const file =
  process.env.INTERFACE_MD ?? path.resolve(import.meta.dirname, '../../../shared/gateway/interface.md')
const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []

type Row = { field: string; type: string; needed: string; rules: string }
type Table = { label: string; rows: Row[] }

/** Every table whose first column is “Field”; its label is the nearest text above it. */
function fieldTables(): Table[] {
  const tables: Table[] = []
  let label = ''
  let columns: string[] | null = null
  for (const line of lines) {
    const cells = line.startsWith('|') ? line.split('|').slice(1, -1) : null
    if (!cells) {
      columns = null
      if (line.trim() !== '') label = line.trim()
    } else if (columns === null) {
      columns = cells.map((cell) => cell.trim())
      if (columns[0] === 'Field') tables.push({ label, rows: [] })
    } else if (columns[0] === 'Field' && !/^\s*-+\s*$/.test(cells[0] ?? '')) {
      const row = Object.fromEntries(columns.map((name, index) => [name, (cells[index] ?? '').trim()]))
      const { Field = '', Type = '', 'Req.': needed = '', Rules, Notes } = row
      for (const field of Field.split(',').map((name) => name.trim()))
        tables.at(-1)?.rows.push({ field, type: Type, needed, rules: Rules ?? Notes ?? '' })
    }
  }
  return tables
}

const request = tokenizationRequest({ threeDSecure: false })

/** Which schemas a table is about, and where in them: by how the table's label begins. */
const tableSchemas: [label: string, ...[schema: z.ZodType, path: string][]][] = [
  ['#### Request fields (inside `request`)', [request, 'request']],
  ['`credit_card` (request)', [request, 'request.credit_card']],
  ['`additional_data` (request)', [request, 'request.additional_data']],
  ['`customer` (request', [request, 'request.customer']],
  ['`billing_address` (request', [request, 'request.billing_address']],
  ['`travel` (optional', [request, 'request.travel'], [checkoutRequest, 'checkout.travel']],
  ['The response repeats the request parameters', [transactionReply, 'transaction']],
  ['`credit_card` (response)', [transactionReply, 'transaction.credit_card']],
  ['The request body is wrapped in an object with the key `checkout`', [checkoutRequest, 'checkout']],
  ['`order`', [checkoutRequest, 'checkout.order']],
  ['`order.additional_data`', [checkoutRequest, 'checkout.order.additional_data']],
  ['`settings`', [checkoutRequest, 'checkout.settings']],
  ['`payment_method`', [checkoutRequest, 'checkout.payment_method']],
  ['Checkout response', [checkoutReply, 'checkout']],
  ['Create and update request fields', [productCreate, '']],
  ['Identifier: string with the prefix `cst_`', [customerCreate, '']],
]

/** The label with the longest beginning wins: “`order`” is no beginning of “`order.additional_data`”. */
const schemasOf = (label: string) => tableSchemas.find(([start]) => label.startsWith(start))

/** Lists of fields in the text: how the paragraph begins, what it lists, and where that belongs. */
const prose: [start: string, fields: string, ...[schema: z.ZodType, path: string][]][] = [
  [
    'Leg fields',
    'airline_code stop_over_code flight_number departure_date_time arrival_date_time originating_country ' +
      'originating_city originating_airport_code destination_country destination_city destination_airport_code ' +
      'coupon class',
    [request, 'request.travel.airline.legs'],
    [checkoutRequest, 'checkout.travel.airline.legs'],
  ],
  ['`tokenization` (response)', 'message status gateway_id', [transactionReply, 'transaction.tokenization']],
  [
    '`customer` (checkout)',
    'email first_name last_name address city state zip country phone birth_date taxpayer_id',
    [checkoutRequest, 'checkout.customer'],
  ],
  [
    'Product response fields',
    'id name description currency amount quantity infinite language transaction_type created_at updated_at test ' +
      'additional_data pay_url payment_url confirm_url',
    [productReply, ''],
  ],
  ['An additional optional `external_id`', 'external_id', [request, 'request.customer']],
]

/** Fields within a row's rules, and echoes that the document leaves open. */
const fieldsInRules: [z.ZodType, string, string][] = [
  [request, 'request.travel.airline.passengers', 'first_name last_name'],
  [checkoutRequest, 'checkout.travel.airline.passengers', 'first_name last_name'],
  [transactionReply, 'transaction.smart_routing_verification', 'status'],
  [transactionReply, 'transaction.customer', 'ip email device_id birth_date'],
  [
    transactionReply,
    'transaction.billing_address',
    'first_name last_name address country city zip state phone',
  ],
  [transactionReply, 'transaction.additional_data', 'receipt_text contract'],
  [productReply, '', 'visible_fields immortal expired_at return_url shop_id'],
  [customerReply, '', 'id first_name last_name address city country zip state phone email ip external_id'],
]

const inside = (section: string, field: string) => [section, field].filter(Boolean).join('.')
const tables = fieldTables()

/** Each row with each schema it is about. */
const cases = tables.flatMap(({ label, rows }) => {
  const [, ...targets] = schemasOf(label) ?? ['']
  return rows.flatMap((row) =>
    targets.map(([schema, section]) => ({ ...row, schema, section, path: inside(section, row.field) })),
  )
})
const isReply = (schema: z.ZodType) => schema === transactionReply || schema === checkoutReply

const kinds: Record<string, string> = {
  string: 'string',
  biginteger: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
}

describe.skipIf(lines.length === 0)(`the interface document (skipped where ${file} is missing)`, () => {
  it('has no table of fields that is looked at by nobody, and each that is looked for', () => {
    expect(tables.filter(({ label }) => !schemasOf(label)).map(({ label }) => label)).toEqual([])
    const seen = new Set(tables.map(({ label }) => schemasOf(label)?.[0]))
    expect(tableSchemas.map(([start]) => start).filter((start) => !seen.has(start))).toEqual([])
    expect(cases.length).toBeGreaterThan(150)
  })

  const typed = cases.filter(({ type }) => type !== '' && type !== 'as in the request')

  it.each(cases)('$path has a schema', ({ schema, path: field }) =>
    expect(fieldAt(schema, field)).not.toBeNull(),
  )

  it.each(typed)('$path has its type: $type', ({ schema, path: field, type }) => {
    const kind = kinds[/^\w+/.exec(type)?.[0].toLowerCase() ?? '']
    expect(kindsOf(fieldAt(schema, field)!)).toContain(kind)
  })

  it.each(cases.filter(({ type }) => type === 'array of strings'))('$path has texts in it', (row) => {
    const list = bare(fieldAt(row.schema, row.path)!)
    expect(kindsOf((list as z.ZodArray).element)).toEqual(['string'])
  })

  it.each(prose)('names fields in the text: %s', (start, names, ...targets) => {
    const text = lines.find((line) => line.startsWith(start)) ?? ''
    const list = text
      .replaceAll(/\([^)]*\)/g, '')
      .replace(/^[^:]*:/, '')
      .split(/[;.]/)[0]
    const said = list?.includes(',')
      ? list.match(/[a-z]\w*_?\w*/g)?.filter((word) => word !== 'and')
      : text.match(/(?<=`)\w+(?=`)/g)
    expect(said).toEqual(names.split(' '))
    for (const [schema, section] of targets)
      for (const name of names.split(' '))
        expect([name, fieldAt(schema, inside(section, name))]).not.toEqual([name, null])
  })

  it.each(fieldsInRules)('has a schema for each field of $1', (schema, section, names) => {
    for (const name of names.split(' '))
      expect([name, fieldAt(schema, inside(section, name))]).not.toEqual([name, null])
  })

  const requests = cases.filter(({ schema }) => !isReply(schema))
  it.each(requests.filter(({ needed }) => needed !== ''))('$path is needed or not: $needed', (row) => {
    const section = fieldAt(row.schema, row.section)
    // A product's language is required by the document and has a default there, too.
    const wanted = /^(\*|yes)$/.test(row.needed) && row.path !== 'language'
    // Conditions between fields have codes of their own, `required_…`.
    const said = section ? complaints(section, {}) : []
    expect(said.includes(`${row.field}: required`)).toBe(wanted)
  })

  it.each(requests.filter(({ type }) => /\((max )?\d+\)/.test(type)))('$path has its limit: $type', (row) => {
    const limit = Number(/\d+/.exec(row.type)?.[0])
    const field = fieldAt(row.schema, row.path)!
    expect(complaints(field, '1'.repeat(limit))).toEqual([])
    expect(complaints(field, '1'.repeat(limit + 1))).toHaveLength(1)
  })

  it('has limits that hold for more than one section', () => {
    const limit = (name: string) =>
      Number(/\d+(?!.*\d)/.exec(lines.find((line) => line.startsWith(`| ${name} |`)) ?? '')?.[0])
    for (const field of [
      fieldAt(checkoutRequest, 'checkout.order.tracking_id'),
      fieldAt(request, 'request.customer.external_id'),
    ]) {
      expect(complaints(field!, 'x'.repeat(limit('tracking_id')))).toEqual([])
      expect(complaints(field!, 'x'.repeat(limit('external_id') + 1))).toEqual([': too_long'])
    }
    const number = fieldAt(request, 'request.credit_card.number')!
    expect(limit('Card number length')).toBe(19)
    for (const length of [12, 19]) expect(complaints(number, '4'.repeat(length))).toEqual([])
    for (const length of [11, 20])
      expect(complaints(number, '4'.repeat(length))).toEqual([': invalid_card_number'])
  })

  /** The values a row names after `after`, in backticks. */
  const named = (field: string, after: RegExp) => {
    const row = cases.find((one) => one.path === field)
    const text = row?.rules.replaceAll(/\([^)]*\)/g, '') ?? ''
    const rules = text.slice(after.exec(text)?.index ?? text.length)
    return [...new Set(rules.split(/\. (?=[A-Z])/)[0]?.match(/(?<=`)\w+(?=`)/g))].sort()
  }

  it.each<[field: string, after: RegExp, count: number]>([
    ['request.additional_data.contract', /Allowed elements/, 3],
    ['request.travel.airline.restricted_ticked_indicator', /^/, 2],
    ['checkout.travel.airline.restricted_ticked_indicator', /^/, 2],
    ['checkout.transaction_type', /One of/, 4],
    ['checkout.order.additional_data.contract', /Allowed elements/, 4],
    ['checkout.order.additional_data.card_on_file.initiator', /^/, 2],
    ['checkout.order.additional_data.card_on_file.type', /Values/, 5],
    ['checkout.settings.customer_fields.read_only', /Any of/, 11],
    ['checkout.settings.credit_card_fields.read_only', /only/, 1],
    ['visible_fields', /Any of/, 11],
    ['transaction_type', /^/, 2],
  ])('%s has the values of the document, and no other', (field, after, count) => {
    const row = cases.find((one) => one.path === field)!
    const values = named(field, after)
    expect(values).toHaveLength(count)
    expect(choicesOf(fieldAt(row.schema, field)!)?.sort()).toEqual(values)
  })

  it('means the same fields by “same allowed values”', () => {
    const choices = (name: string) =>
      choicesOf(fieldAt(checkoutRequest, `checkout.settings.customer_fields.${name}`)!)
    expect(choices('visible')).toEqual(choices('read_only'))
  })
})
