import type { ProductField } from '../gateway/products/product'

/**
 * How a value is written in a file: with its spaces (`text`), in capitals (`currency`), in small letters (`code`), or as
 * it stands, without spaces around it (`plain`).
 */
export type ProductKind = 'text' | 'flag' | 'moment' | 'list' | 'currency' | 'code' | 'plain'

interface FieldRow {
  /** Its name: a message of `products`. */
  label: string
  kind: ProductKind
  /** The unit in which people change this field with others. Default: the field alone, with its label. */
  unit?: string
  /** In the form of a new product. A field that nobody has filled in is '' or absent. */
  initial?: unknown
  /** Part of every whole product. The form sends it even when it is empty, so that the schema can reject it. */
  isRequired?: boolean
  /** The flag that makes this field meaningless. */
  unless?: 'infinite' | 'immortal'
  /** The gateway may not answer it (docs/gateway.md#products): we show what we last sent, and say so. */
  isUnechoed?: boolean
  /** How files of other programs name it, in several languages, without spaces and signs. */
  columnNames: string
}

/** The fields of a product, in the order of exported files. Their rules are in lib/gateway/products/product.ts. */
const rows = {
  name: {
    label: 'name',
    kind: 'text',
    initial: '',
    isRequired: true,
    columnNames:
      'name title product productname bezeichnung produkt produktname nom produit nombre producto nome prodotto naam',
  },
  description: {
    label: 'description',
    kind: 'text',
    initial: '',
    isRequired: true,
    columnNames:
      'description desc details text beschreibung descripción descripcion descrizione descrição omschrijving',
  },
  currency: {
    label: 'currency',
    kind: 'currency',
    unit: 'price',
    initial: 'EUR',
    isRequired: true,
    columnNames: 'currency currencycode währung devise moneda divisa valuta moeda',
  },
  amount: {
    label: 'price',
    kind: 'plain',
    isRequired: true,
    columnNames: 'amount amountminor priceminor minorunits amountminorunits',
  },
  quantity: {
    label: 'stock',
    kind: 'plain',
    unless: 'infinite',
    columnNames:
      'quantity qty stock instock inventory menge anzahl bestand quantité cantidad quantità quantidade aantal',
  },
  infinite: {
    label: 'infinite',
    kind: 'flag',
    unit: 'stock',
    initial: true,
    columnNames: 'infinite unlimited unlimitedstock',
  },
  expired_at: {
    label: 'payableUntil',
    kind: 'moment',
    unless: 'immortal',
    isUnechoed: true,
    columnNames:
      'expiredat expires expiresat expiry expirydate expiration validuntil payableuntil gültigbis ablaufdatum',
  },
  immortal: {
    label: 'immortal',
    kind: 'flag',
    unit: 'payableUntil',
    initial: true,
    isUnechoed: true,
    columnNames: 'immortal neverexpires',
  },
  test: { label: 'testProduct', kind: 'flag', initial: false, columnNames: 'test testmode' },
  language: {
    label: 'language',
    kind: 'code',
    initial: 'en',
    isRequired: true,
    columnNames: 'language lang locale sprache langue idioma lingua taal',
  },
  transaction_type: {
    label: 'type',
    kind: 'code',
    initial: 'payment',
    columnNames: 'transactiontype type',
  },
  visible_fields: {
    label: 'buyerFields',
    kind: 'list',
    initial: [],
    isUnechoed: true,
    columnNames: 'visiblefields buyerfields fields',
  },
  return_url: {
    label: 'returnUrl',
    kind: 'plain',
    initial: '',
    isUnechoed: true,
    columnNames: 'returnurl returnto',
  },
  shop_id: { label: 'shopId', kind: 'plain', isUnechoed: true, columnNames: 'shopid' },
} as const satisfies Record<ProductField, FieldRow>

type Rows = typeof rows

export type ProductLabel = Rows[ProductField]['label']

/** Fields that people change as one value: a price with its currency, a quantity or “unlimited”. */
export type ProductUnit = {
  [Field in ProductField]: Rows[Field] extends { unit: infer Unit } ? Unit : Rows[Field]['label']
}[ProductField]

export type UnechoedField = {
  [Field in ProductField]: Rows[Field] extends { isUnechoed: true } ? Field : never
}[ProductField]

interface ProductFieldRow extends FieldRow {
  label: ProductLabel
}
export const productFieldRows: Readonly<Record<ProductField, ProductFieldRow>> = rows

export const productFieldNames = Object.keys(rows) as ProductField[]

export const isProductField = (name: string): name is ProductField => Object.hasOwn(rows, name)

export const unechoedFields = productFieldNames.filter(
  (field) => productFieldRows[field].isUnechoed,
) as UnechoedField[]

/** The fields of each unit. */
export const productUnits = {} as Record<ProductUnit, ProductField[]>
for (const field of productFieldNames) {
  const { unit, label } = productFieldRows[field]
  ;(productUnits[(unit ?? label) as ProductUnit] ??= []).push(field)
}
