import 'server-only'
import type { ImportTarget } from '../../contracts/product-import'

/**
 * Names that columns have in files, without case, spaces and punctuation; also in a few more languages. Our own
 * export's are the targets' own.
 */
const names: Record<ImportTarget, string> = {
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

const targets = new Map(
  Object.entries(names).flatMap(([target, all]) =>
    all.split(' ').map((name) => [name, target as ImportTarget]),
  ),
)

/** What the columns of a file are, by their names; null where that is not clear. The first of a kind counts. */
export function guessColumns(header: readonly string[]): (ImportTarget | null)[] {
  const used = new Set<ImportTarget>()
  return header.map((name) => {
    const target = targets.get(name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
    if (target === undefined || used.has(target)) return null
    used.add(target)
    return target
  })
}
