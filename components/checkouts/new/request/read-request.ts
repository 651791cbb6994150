/** Converts a JSON request into form values, and collects what the form cannot hold. */
import { readValue } from '@/components/form/kinds'
import { isRecord } from '@/lib/core/is-record'
import type { FieldKind } from '@/lib/gateway/field-kind'
import { type CheckoutValues, emptyValues, fields, isGroup, setAt, tokenField, valueAt } from '../values'

/** A value of a request that the form has no field for, with its dotted path. It is not sent. */
export interface Leftover {
  path: string
  value: unknown
  /** A key unknown to the gateway; a value that does not fit its field; a value masked for this person. */
  why: 'unknown' | 'unfit' | 'hidden'
}

interface ReadRequest {
  values: CheckoutValues
  leftovers: Leftover[]
  setPaths: string[]
  /** Whether the card token is masked. Then the card chosen before is kept. */
  hasHiddenToken: boolean
}

export const hiddenToken = '••••••••'

/** Personal data is masked for some people, with at least three dots. People may write one in their texts. */
export const isHidden = (given: unknown): boolean => typeof given === 'string' && given.includes('•••')

const hasHidden = (given: unknown): boolean =>
  typeof given === 'object' && given !== null ? Object.values(given).some(hasHidden) : isHidden(given)

/** `isMasked`: the request was masked for this person, perhaps within lists and objects. */
type Reading = ReadRequest & { isMasked: boolean }

/** Reads a request, with or without its `checkout` wrapper, into an empty form. */
export function readRequest(request: unknown, { isMasked = false } = {}): ReadRequest {
  const values = emptyValues()
  const read: Reading = { values, leftovers: [], setPaths: [], hasHiddenToken: false, isMasked }
  const keep = (path: string, value: unknown, why: Leftover['why']) =>
    read.leftovers.push({ path, value, why })
  if (!isRecord(request)) keep('', request, 'unfit')
  else if ('checkout' in request) {
    const { checkout, ...others } = request
    for (const [key, value] of Object.entries(others)) keep(key, value, 'unknown')
    if (isRecord(checkout)) readGroup(checkout, '', read)
    else keep('checkout', checkout, 'unfit')
  } else readGroup(request, '', read)
  const { isMasked: _, ...result } = read
  return result
}

function readGroup(group: Record<string, unknown>, parent: string, read: Reading): void {
  for (const [key, value] of Object.entries(group)) {
    const path = parent ? `${parent}.${key}` : key
    const kind = fields.get(path)
    if (kind) readField(path, kind, value, read)
    else if (!isGroup(path)) read.leftovers.push({ path, value, why: 'unknown' })
    else if (isRecord(value)) readGroup(value, path, read)
    else read.leftovers.push({ path, value, why: 'unfit' })
  }
}

function readField(path: string, kind: FieldKind, given: unknown, read: Reading): void {
  const checkout = read.values.checkout as unknown as Record<string, unknown>
  if (isHidden(given)) {
    if (path === tokenField) read.hasHiddenToken = true
    else read.leftovers.push({ path, value: given, why: 'hidden' })
    return
  }
  if (kind.kind === 'rows') {
    const rows = readRows(path, kind.fields, given, read)
    if (rows.length === 0) return
    setAt(checkout, path, rows)
  } else {
    const isPartHidden = read.isMasked && hasHidden(given)
    const value = (isPartHidden ? null : readValue(kind, given)) ?? readPart(path, kind, given, read)
    if (!value) {
      read.leftovers.push({ path, value: given, why: isPartHidden ? 'hidden' : 'unfit' })
      return
    }
    setAt(checkout, path, value.value)
  }
  read.setPaths.push(path)
}

/** Keeps the valid entries of a list and records the others as leftovers. */
function readPart(path: string, kind: FieldKind, given: unknown, { leftovers, isMasked }: Reading) {
  if (!Array.isArray(given)) return null
  const flawOf = (entry: unknown): Leftover['why'] | null => {
    if (isMasked && hasHidden(entry)) return 'hidden'
    return readValue(kind, [entry]) === null ? 'unfit' : null
  }
  for (const [at, entry] of given.entries()) {
    const why = flawOf(entry)
    if (why) leftovers.push({ path: `${path}.${at}`, value: entry, why })
  }
  return { value: given.filter((entry) => flawOf(entry) === null) }
}

function readRows(
  path: string,
  names: Readonly<Record<string, FieldKind>>,
  given: unknown,
  read: ReadRequest,
) {
  if (!Array.isArray(given)) {
    read.leftovers.push({ path, value: given, why: 'unfit' })
    return []
  }
  return given.flatMap((row: unknown, at) => {
    if (!isRecord(row)) {
      read.leftovers.push({ path: `${path}.${at}`, value: row, why: 'unfit' })
      return []
    }
    const filled: Record<string, unknown> = Object.fromEntries(Object.keys(names).map((name) => [name, '']))
    for (const [name, value] of Object.entries(row)) {
      const kind = Object.hasOwn(names, name) ? names[name] : undefined
      const held = kind && !isHidden(value) ? readValue(kind, value) : null
      if (held) filled[name] = held.value
      else read.leftovers.push({ path: `${path}.${at}.${name}`, value, why: kind ? 'unfit' : 'unknown' })
    }
    return [filled]
  })
}

/** Returns the values with the paths that the request sets overwritten. */
export function withRequest(
  values: CheckoutValues,
  { values: given, setPaths }: ReadRequest,
): CheckoutValues {
  const next = structuredClone(values)
  const target = next.checkout as unknown as Record<string, unknown>
  for (const path of setPaths) setAt(target, path, structuredClone(valueAt(given.checkout, path)))
  return next
}
