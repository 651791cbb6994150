import type { ProductField } from '../gateway/products/product'

/**
 * What its values are. In a file, a text keeps its spaces, a `currency` is in capitals, and a `code` in small letters.
 * `list`: names of customer fields.
 */
export type ProductKind = 'text' | 'number' | 'flag' | 'moment' | 'list' | 'currency' | 'code' | 'address'

interface FieldRow {
  kind: ProductKind
  /**
   * Its column in the mirror (server/tables.ts). Only a field that `isUnechoed` may be without one: the product's page
   * shows it as we last sent it.
   */
  column?: string
  /** The list has a column that shows its value as it is. For another, see components/products/list/product-list.tsx. */
  isListed?: boolean
  /** The field together with which people change it as one value. Default: the field itself. */
  unit?: ProductField
  /** In the form of a new product. A field that is not filled in is '' or absent. */
  initial?: unknown
  /** Part of every whole product. The form sends it even when it is empty, so that the schema can reject it. */
  isRequired?: boolean
  /** The flag that makes this field meaningless. */
  unless?: 'infinite' | 'immortal'
  /** The gateway may not return it (docs/gateway.md#products): we show what we last sent, and say so. */
  isUnechoed?: boolean
  /** How files of other programs name it, in several languages, without spaces and signs. */
  columnNames: string
}

/** The fields of a product, in the order of exported files. Their rules are in lib/gateway/products/product.ts. */
const rows = {
  name: {
    kind: 'text',
    column: 'name',
    initial: '',
    isRequired: true,
    columnNames:
      'name title product productname bezeichnung produkt produktname nom produit nombre producto nome prodotto naam',
  },
  description: {
    kind: 'text',
    column: 'description',
    initial: '',
    isRequired: true,
    columnNames:
      'description desc details text beschreibung descripción descripcion descrizione descrição omschrijving',
  },
  currency: {
    kind: 'currency',
    column: 'currency',
    isListed: true,
    unit: 'amount',
    initial: 'EUR',
    isRequired: true,
    columnNames: 'currency currencycode währung devise moneda divisa valuta moeda',
  },
  amount: {
    kind: 'number',
    column: 'amount',
    isRequired: true,
    columnNames: 'amount amountminor priceminor minorunits amountminorunits',
  },
  quantity: {
    kind: 'number',
    column: 'quantity',
    unless: 'infinite',
    columnNames:
      'quantity qty stock instock inventory menge anzahl bestand quantité cantidad quantità quantidade aantal',
  },
  infinite: {
    kind: 'flag',
    column: 'infinite',
    unit: 'quantity',
    initial: true,
    columnNames: 'infinite unlimited unlimitedstock',
  },
  expired_at: {
    kind: 'moment',
    column: 'expiredAt',
    unless: 'immortal',
    isUnechoed: true,
    columnNames:
      'expiredat expires expiresat expiry expirydate expiration validuntil payableuntil gültigbis ablaufdatum',
  },
  immortal: {
    kind: 'flag',
    column: 'immortal',
    unit: 'expired_at',
    initial: true,
    isUnechoed: true,
    columnNames: 'immortal neverexpires',
  },
  test: { kind: 'flag', column: 'test', initial: false, columnNames: 'test testmode' },
  language: {
    kind: 'code',
    column: 'language',
    initial: 'en',
    isRequired: true,
    columnNames: 'language lang locale sprache langue idioma lingua taal',
  },
  transaction_type: {
    kind: 'code',
    column: 'transactionType',
    initial: 'payment',
    columnNames: 'transactiontype type',
  },
  visible_fields: {
    kind: 'list',
    initial: [],
    isUnechoed: true,
    columnNames: 'visiblefields buyerfields fields',
  },
  return_url: {
    kind: 'address',
    initial: '',
    isUnechoed: true,
    columnNames: 'returnurl returnto',
  },
  shop_id: { kind: 'number', isUnechoed: true, columnNames: 'shopid' },
} as const satisfies Record<ProductField, FieldRow>

type Rows = typeof rows

type FieldsWith<Property> = {
  [Field in ProductField]: Rows[Field] extends Property ? Field : never
}[ProductField]
export type UnechoedField = FieldsWith<{ isUnechoed: true }>
export type MirroredField = FieldsWith<{ column: string }>
export type ListedField = FieldsWith<{ isListed: true }>

export type KindOf<Field extends ProductField> = Rows[Field]['kind']

/** The columns of these fields in the mirror. */
export type ColumnOf<Field extends MirroredField> = Rows[Field]['column']

/** Fields that people change as one value: a price with its currency, a quantity or “unlimited”. */
export type ProductUnit = {
  [Field in ProductField]: Rows[Field] extends { unit: infer Unit } ? Unit : Field
}[ProductField]

export const productFieldRows: Readonly<Record<ProductField, FieldRow>> = rows

export const productFieldNames = Object.keys(rows) as ProductField[]

export const isProductField = (name: string): name is ProductField => Object.hasOwn(rows, name)

export const isUnechoed = (field: ProductField): field is UnechoedField =>
  productFieldRows[field].isUnechoed === true

export const unechoedFields = productFieldNames.filter(isUnechoed)

export const mirroredFields = productFieldNames.filter(
  (field): field is MirroredField => productFieldRows[field].column !== undefined,
)

export const columnOf = <Field extends MirroredField>(field: Field): ColumnOf<Field> => rows[field].column

export const listedFields = productFieldNames.filter(
  (field): field is ListedField => productFieldRows[field].isListed === true,
)

/** The fields of each unit. */
export const productUnits = {} as Record<ProductUnit, ProductField[]>
for (const field of productFieldNames)
  (productUnits[(productFieldRows[field].unit ?? field) as ProductUnit] ??= []).push(field)
