import type { z } from 'zod'
import type { ProductDetail } from '@/lib/products/schema'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import type { productCreate, ProductField } from '@/lib/gateway/products/product'
import { transactionTypes } from '@/lib/gateway/products/values'
import { productFieldNames, productFieldRows, unechoedFields } from '@/lib/products/fields'

/** The values of a product's form; undefined or an empty text if unknown or not typed. */
export type ProductValues = z.input<typeof productCreate>

/** The defaults of a new product: paid at once, always available, in the payment page's default language. */
export const newValues = Object.fromEntries(
  productFieldNames.map((field) => [field, productFieldRows[field].initial]),
) as ProductValues

/** Returns the form values of a product. Unknown ones stay empty. */
export const valuesOf = (product: ProductDetail): ProductValues =>
  Object.fromEntries(productFieldNames.map((field) => [field, valueOf(product, field)])) as ProductValues

function valueOf(product: ProductDetail, field: ProductField): unknown {
  const { kind, unless, initial } = productFieldRows[field]
  const value = product[field]
  if (unless && product[unless] === true) return undefined
  if (field === 'transaction_type') return transactionTypes.find((type) => type === value)
  if (kind === 'list')
    return Array.isArray(value) ? customerFieldNames.filter((name) => value.includes(name)) : undefined
  // A choice that is not known stays open.
  return value ?? (typeof initial === 'string' && kind !== 'code' ? '' : undefined)
}

/** Returns the values for a copy of a product. Unknown values are those of a new product, `initial`. */
export function copyOf(product: ProductDetail, name: string, initial: ProductValues): ProductValues {
  const unknown: readonly string[] = unknownFields(product)
  const known = Object.entries(valuesOf(product)).filter(
    ([field, value]) => value !== undefined && !unknown.includes(field),
  )
  const copy: ProductValues = { ...initial, ...Object.fromEntries(known), name }
  // Keeps the copy consistent: no quantity beside unlimited stock, no date beside “no expiry”.
  if (product.infinite === null) copy.infinite = product.quantity === null
  if (product.immortal === null) copy.immortal = product.expired_at === null
  return copy
}

/** Returns the fields whose values are unknown: the gateway does not echo them, and Counterfoil never sent them. */
export const unknownFields = ({ sources }: Pick<ProductDetail, 'sources'>) =>
  unechoedFields.filter((field) => !productFieldRows[field].unless && sources[field] === 'unknown')

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Removes empty fields and those that another field makes meaningless. */
export const prepareNew = (values: ProductValues): unknown =>
  Object.fromEntries(
    productFieldNames
      .filter((field) => {
        const { unless, isRequired } = productFieldRows[field]
        return !(unless && values[unless]) && (isRequired || !isEmpty(values[field]))
      })
      .map((field) => [field, values[field]]),
  )
