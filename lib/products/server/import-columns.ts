import 'server-only'
import type { ProductTarget } from '../import'
import { columnGuesser, type ColumnNames } from '../../jobs/server/imports/columns'
import type { ImportSource } from '../../jobs/server/imports/store'

/** Names that columns have in files, also in a few more languages. Our own export's are the targets' own. */
const names: ColumnNames<ProductTarget> = {
  id: 'id productid',
  name: 'name title product productname bezeichnung produkt produktname nom produit nombre producto nome prodotto naam',
  description:
    'description desc details text beschreibung descripción descripcion descrizione descrição omschrijving',
  currency: 'currency currencycode währung devise moneda divisa valuta moeda',
  price: 'price unitprice pricemajor preis prix precio prezzo preço prijs',
  amount: 'amount amountminor priceminor minorunits amountminorunits',
  quantity:
    'quantity qty stock instock inventory menge anzahl bestand quantité cantidad quantità quantidade aantal',
  infinite: 'infinite unlimited unlimitedstock',
  visible_fields: 'visiblefields buyerfields fields',
  test: 'test testmode',
  immortal: 'immortal neverexpires',
  expired_at:
    'expiredat expires expiresat expiry expirydate expiration validuntil payableuntil gültigbis ablaufdatum',
  return_url: 'returnurl returnto',
  shop_id: 'shopid',
  language: 'language lang locale sprache langue idioma lingua taal',
  transaction_type: 'transactiontype type',
}

/** Files of products. */
export const productFile: ImportSource = { kind: 'products.import', guess: columnGuesser(names) }
