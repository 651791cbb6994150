import type { z } from 'zod'
import type { ProductDetail } from '@/lib/products/schema'
import { customerFieldNames } from '@/lib/gateway/customer-fields'
import type { productCreate, ProductUpdate } from '@/lib/gateway/product'

/** The values of a product's form; undefined or an empty text if unknown or not typed. */
export type ProductValues = z.input<typeof productCreate>

/** The gateway's values. Duplicated because the schemas load only when needed. */
export const transactionTypes = ['payment', 'authorization'] as const satisfies readonly NonNullable<
  ProductUpdate['transaction_type']
>[]

/** The defaults of a new product: paid at once, always available, in the payment page's default language. */
export const newValues: ProductValues = {
  name: '',
  description: '',
  currency: 'EUR',
  amount: undefined as never,
  quantity: undefined,
  infinite: true,
  immortal: true,
  expired_at: undefined,
  visible_fields: [],
  language: 'en',
  transaction_type: 'payment',
  return_url: '',
  shop_id: undefined,
  test: false,
}

/** Returns the form values of a product. Unknown ones stay empty. */
export function valuesOf(product: ProductDetail): ProductValues {
  const fields = product.visible_fields
  return {
    name: product.name ?? '',
    description: product.description ?? '',
    currency: product.currency ?? '',
    amount: product.amount ?? (undefined as never),
    quantity: product.infinite === true ? undefined : (product.quantity ?? undefined),
    infinite: product.infinite ?? undefined,
    immortal: product.immortal ?? undefined,
    expired_at: product.immortal === true ? undefined : (product.expired_at ?? undefined),
    visible_fields: fields ? customerFieldNames.filter((name) => fields.includes(name)) : undefined,
    language: product.language ?? undefined,
    transaction_type: transactionTypes.find((type) => type === product.transaction_type),
    return_url: product.return_url ?? '',
    shop_id: product.shop_id ?? undefined,
    test: product.test ?? undefined,
  }
}

/** Returns the values for a copy of a product. Unknown values get the defaults of a new product. */
export function copyOf(product: ProductDetail, name: string): ProductValues {
  const known = Object.entries(valuesOf(product)).filter(([, value]) => value !== undefined)
  const copy: ProductValues = { ...newValues, ...Object.fromEntries(known), name }
  // Keeps the copy consistent: no quantity beside unlimited stock, no date beside “no expiry”.
  if (product.infinite === null) copy.infinite = product.quantity === null
  if (product.immortal === null) copy.immortal = product.expired_at === null
  return copy
}

/**
 * Returns the fields whose values are unknown: the gateway does not echo them, and Counterfoil never sent
 * them.
 */
export const unknownFields = ({ sources }: Pick<ProductDetail, 'sources'>) =>
  (['immortal', 'visible_fields', 'return_url', 'shop_id'] as const).filter(
    (field) => sources[field] === 'unknown',
  )

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/** Removes empty fields and those that another field makes meaningless. */
export function prepareNew({ shop_id: shopId, ...values }: ProductValues): unknown {
  const { quantity, expired_at: expiredAt, return_url: returnUrl, ...rest } = values
  return {
    ...rest,
    ...(values.infinite || isEmpty(quantity) ? {} : { quantity }),
    ...(values.immortal || isEmpty(expiredAt) ? {} : { expired_at: expiredAt }),
    ...(isEmpty(returnUrl) ? {} : { return_url: returnUrl }),
    ...(isEmpty(shopId) ? {} : { shop_id: shopId }),
  }
}
