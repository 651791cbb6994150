import type { Json } from './document'
import type { Operation } from './operations'

/** A JSON Schema in the short form that people read: fields, types and limits, one field a line. */
export function notationOf(schema: Json, indent = ''): string {
  const { enum: values, const: value, type } = schema
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ')
  if (choices) return [...new Set(choices.map((one) => notationOf(one, indent)))].join(' | ')
  if (Array.isArray(schema.allOf))
    return (schema.allOf as Json[]).map((one) => notationOf(one, indent)).join(' & ')
  if (Array.isArray(type))
    return (type as string[]).map((one) => notationOf({ ...schema, type: one }, indent)).join(' | ')
  if (type === 'array') return listOf(schema, indent)
  if (type === 'object') return objectOf(schema, indent)
  if (typeof type !== 'string') return 'any'
  return `${type}${limitsOf(schema)}`
}

type Limits = { format?: string } & Partial<Record<'minLength' | 'maxLength' | 'minimum' | 'maximum', number>>

function listOf(schema: Json, indent: string): string {
  if (Array.isArray(schema.prefixItems))
    return `[${(schema.prefixItems as Json[]).map((one) => notationOf(one, indent)).join(', ')}]`
  const inner = notationOf((schema.items as Json | undefined) ?? {}, indent)
  return / [|&] /.test(inner) ? `(${inner})[]` : `${inner}[]`
}

function objectOf(schema: Json, indent: string): string {
  const {
    properties = {},
    required = [],
    additionalProperties: others,
  } = schema as {
    properties?: Record<string, Json>
    required?: string[]
    additionalProperties?: Json | boolean
  }
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, field]) => `${deeper}${name}${required.includes(name) ? '' : '?'}: ${notationOf(field, deeper)}`,
  )
  if (typeof others === 'object') lines.push(`${deeper}[name]: ${notationOf(others, deeper)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function limitsOf({ format, minLength, maxLength, minimum, maximum }: Limits): string {
  const range = (from: number | undefined, to: number | undefined) =>
    (from ?? to) === undefined ? [] : [`${from ?? ''}…${to ?? ''}`]
  const limits = [
    ...(format === undefined ? [] : [format]),
    ...range(minLength, maxLength),
    ...range(minimum, maximum),
  ]
  return limits.length === 0 ? '' : ` (${limits.join(', ')})`
}

/** The example of an operation as a command line. The token is in the variable COUNTERFOIL_TOKEN. */
export function curlOf(
  { method, path, example = {} }: Pick<Operation, 'method' | 'path' | 'example'>,
  appUrl: string,
  shop: string,
): string {
  const query = example.query ? `?${new URLSearchParams(example.query)}` : ''
  const address = `${appUrl}${path.replace('{shop}', shop)}${query}`
  const parts = [
    `${method === 'GET' ? 'curl' : `curl -X ${method}`} -H "Authorization: Bearer $COUNTERFOIL_TOKEN"`,
    ...(example.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example.body))}`]),
    quoted(address),
  ]
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
