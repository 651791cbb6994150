import 'server-only'
import { inArray } from 'drizzle-orm'
import { byField } from '../../../core/api/by-field'
import { formatDateTime, formatOffset } from '../../../core/format/dates'
import { getTranslator } from '../../../core/i18n/server'
import { currentLocale } from '../../../core/i18n/current'
import type { ShopContext } from '../../../core/server/context'
import { users } from '../../../core/server/tables/users'
import { toZoned } from '../../../core/server/zoned'
import { customerFieldNames, type CustomerFieldName } from '../../../gateway/customers/fields'
import type { MajorText } from '../../../core/server/files/csv'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../../gateway/values/minor-units'
import { webAddressOf } from '../../../gateway/values/schemas'
import {
  columnOf,
  isProductField,
  mirroredFields,
  productFieldNames,
  productFieldRows,
  unechoedFields,
  type ColumnOf,
  type MirroredField,
  type UnechoedField,
} from '../../fields'
import type { ExportColumn } from '../../import'
import type { ProductDetail, ProductItem, valueSources } from '../../schema'
import { driftOf } from '../changing/drift'
import type { ValueField, Values } from '../changing/history'
import { byColumn } from '../mirror/columns'
import { loadProduct } from '../mirror/load'
import { products, type ProductRow } from '../tables'

export const itemColumns = {
  id: products.id,
  ...(byColumn((field) => products[columnOf(field)]) as Pick<typeof products, ColumnOf<MirroredField>>),
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  payUrl: products.payUrl,
  confirmUrl: products.confirmUrl,
  archivedAt: products.archivedAt,
  vanishedAt: products.vanishedAt,
}

/** Converts a mirrored row to the API's form. */
export function toItem(row: Pick<ProductRow, keyof typeof itemColumns>): ProductItem {
  const { createdAt, updatedAt, payUrl, confirmUrl } = row
  return {
    id: row.id,
    ...shownValues(row),
    created_at: createdAt?.toISOString() ?? null,
    updated_at: updatedAt?.toISOString() ?? null,
    pay_url: webAddressOf(payUrl),
    confirm_url: webAddressOf(confirmUrl),
    archived: row.archivedAt !== null,
    vanished: row.vanishedAt !== null,
  }
}

const shownValues = (row: Pick<ProductRow, ColumnOf<MirroredField>>) =>
  byField(mirroredFields, (field) => {
    const value = row[columnOf(field)]
    return value instanceof Date ? value.toISOString() : value
  }) as Pick<ProductItem, MirroredField>

type Source = (typeof valueSources)[number]

type Names = ReadonlyMap<string, string>

/** Submitters missing in `names` become null. */
export function toDetail(row: ProductRow, names: Names = new Map()): ProductDetail {
  const submissions = submissionsOf(row, names)
  const known = knownOf(row)
  const last = { at: row.submittedAt?.toISOString() ?? null, by: names.get(row.submittedBy ?? '') ?? null }
  return {
    ...toItem(row),
    ...pluck(known, 'value'),
    expired_at: known.immortal.value === true ? null : readable(known.expired_at.value),
    payment_url: webAddressOf(row.raw.payment_url),
    unusable_links: unusableLinks(row),
    sources: pluck(known, 'source'),
    submitted_at: last.at,
    submitted_by: last.by,
    submissions,
    drift: Object.fromEntries(
      Object.entries(driftOf(row)).map(([field, values]) => {
        const sent = submissions[field]
        return [field, { ...values, sent_at: sent?.at ?? null, sent_by: sent?.by ?? null }]
      }),
    ),
    archived_at: row.archivedAt?.toISOString() ?? null,
    synced_at: row.syncedAt.toISOString(),
  }
}

function unusableLinks({ payUrl, confirmUrl, raw }: ProductRow): string[] {
  const given = [payUrl, confirmUrl, raw.payment_url].filter(
    (link) => typeof link === 'string' && link !== '',
  )
  return [...new Set(given as string[])].filter((link) => webAddressOf(link) === null)
}

/** Keeps the date's own time zone. Null if it is not a valid date. */
const readable = (date: unknown): string | null =>
  typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : null

type Known = Record<UnechoedField, { value: never; source: Source }>

function pluck<Part extends 'value' | 'source'>(known: Known, part: Part) {
  const entries = Object.entries(known).map(([field, parts]) => [field, parts[part]])
  return Object.fromEntries(entries) as Record<UnechoedField, Known[UnechoedField][Part]>
}

/** If all are in `submitted`, absent fields were left to the gateway's default. */
const requiredFields = productFieldNames.filter((field) => productFieldRows[field].isRequired)

function knownOf(row: ProductRow): Known {
  const submitted = row.submitted ?? {}
  // A change that could not be read back is newer than the gateway's last answer (settle.ts).
  const isNewer = row.submittedAt !== null && row.submittedAt > row.syncedAt
  const isWhole = requiredFields.every((field) => submitted[field] !== undefined)
  return Object.fromEntries(
    unechoedFields.map((field) => {
      const echoed = isNewer && submitted[field] !== undefined ? null : row.raw[field]
      const value = echoed ?? submitted[field] ?? null
      const notEchoed = submitted[field] !== undefined ? 'submitted' : isWhole ? 'default' : 'unknown'
      const source: Source = echoed != null ? 'gateway' : notEchoed
      return [field, { value, source }]
    }),
  ) as Known
}

/** Rows without notes by field use the last submission for all fields. */
function submissionsOf(
  { submitted, submissions, submittedAt, submittedBy }: ProductRow,
  names: Names,
): ProductDetail['submissions'] {
  const at = submittedAt?.toISOString()
  const all = at ? Object.keys(submitted ?? {}).map((field) => [field, { at, by: submittedBy }] as const) : []
  return Object.fromEntries(
    (submissions ? Object.entries(submissions) : all).map(([field, note]) => [
      field,
      { at: note.at, by: names.get(note.by ?? '') ?? null },
    ]),
  )
}

/** @throws AppError `not_found` */
export async function productDetail(context: ShopContext, id: string): Promise<ProductDetail> {
  const row = await loadProduct(context, id)
  return toDetail(row, await submittersOf(context, row))
}

export async function submittersOf({ engine }: ShopContext, row: ProductRow): Promise<Names> {
  const noted = Object.values(row.submissions ?? {}).map(({ by }) => by)
  const ids = [...new Set([row.submittedBy, ...noted])].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const people = await engine.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(people.map(({ id, name }) => [id, name]))
}

/**
 * Formats a value as a file's cell. Without a currency, the unit of the amount is not known. A field that a flag makes
 * meaningless is empty, as an import wants it.
 */
export function productCell(
  product: ProductDetail,
  column: Exclude<ExportColumn, 'state'>,
  major: MajorText,
): string {
  if (column === 'price') return major(product.amount, product.currency) ?? ''
  if (column === 'expired_at')
    return product.expired_at ? (toZoned(product.expired_at) ?? product.expired_at) : ''
  const unless = isProductField(column) && productFieldRows[column].unless
  if (unless && product[unless] === true) return ''
  const value = product[column]
  if (Array.isArray(value)) return value.join(' ')
  return value === null ? '' : String(value)
}

type Money = { currency: string | null; minorUnits: MinorUnitOverrides }

/** Formats a value as lists show it. Dates are in UTC, since the reader's time zone is not known. */
export function valueText(
  { field, value }: { field: ValueField; value: Values[ValueField] },
  { currency, minorUnits }: Money,
): string {
  const t = getTranslator('products')
  if (value === undefined || value === null) return getTranslator('jobReasons')('not_known')
  if (typeof value === 'boolean') return t(value ? 'edit.yes' : 'edit.no')
  if (field === 'amount' && typeof value === 'number' && currency !== null)
    return `${formatMajor(value, minorUnitExponent(currency, minorUnits))} ${currency}`
  if (
    isProductField(field) &&
    productFieldRows[field].kind === 'moment' &&
    !Number.isNaN(Date.parse(String(value)))
  ) {
    const at = new Date(String(value))
    return `${formatDateTime(at, 'UTC', currentLocale())} ${formatOffset(at, 'UTC')}`
  }
  if (!Array.isArray(value)) return String(value)
  const names = value.map((name) => (isFieldName(name) ? t(`fields.${name}`) : name))
  return names.length > 0 ? names.join(', ') : t('noFields')
}

const isFieldName = (name: string): name is CustomerFieldName =>
  customerFieldNames.some((known) => known === name)
