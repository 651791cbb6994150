import 'server-only'
import { formatDateTime, formatOffset } from '../../core/format/dates'
import { customerFieldNames, type CustomerFieldName } from '../../gateway/customer-fields'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../gateway/minor-units'
import { getTranslator } from '../../core/i18n/server'
import type { ValueField, Values } from './values'

type Money = { currency: string | null; minorUnits: MinorUnitOverrides }

/** What stands in a field, in the words of the list; dates in UTC, as nobody knows here where they are read. */
export function valueText(
  { field, value }: { field: ValueField; value: Values[ValueField] },
  { currency, minorUnits }: Money,
): string {
  const t = getTranslator('products')
  if (value === undefined || value === null) return getTranslator('taskReasons')('not_known')
  if (typeof value === 'boolean') return t(value ? 'edit.yes' : 'edit.no')
  if (field === 'amount' && typeof value === 'number' && currency !== null)
    return `${formatMajor(value, minorUnitExponent(currency, minorUnits))} ${currency}`
  if (field === 'expired_at' && !Number.isNaN(Date.parse(String(value)))) {
    const at = new Date(String(value))
    return `${formatDateTime(at, 'UTC')} ${formatOffset(at, 'UTC')}`
  }
  if (!Array.isArray(value)) return String(value)
  const names = value.map((name) => (isFieldName(name) ? t(`fields.${name}`) : name))
  return names.length > 0 ? names.join(', ') : t('noFields')
}

const isFieldName = (name: string): name is CustomerFieldName =>
  customerFieldNames.some((known) => known === name)
