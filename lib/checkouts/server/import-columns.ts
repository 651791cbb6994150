import 'server-only'
import type { CheckoutTarget } from '../import'
import { columnGuesser, type ColumnNames } from '../../jobs/server/imports/columns'
import type { ImportSource } from '../../jobs/server/imports/store'
import { rowKeys } from '../../customers/server/import-keys'

/** Names that columns have in files, also in a few more languages. Our own export's are the targets' own. */
const names: ColumnNames<CheckoutTarget> = {
  price:
    'price total sum grandtotal ordertotal betrag summe preis gesamtbetrag montant prix importe precio importo prezzo valor bedrag kwota сумма сума',
  amount: 'amount amountminor minorunits amountminorunits',
  currency: 'currency currencycode währung devise moneda divisa valuta moeda waluta валюта',
  description:
    'description desc details text subject purpose beschreibung verwendungszweck objet descripción descripcion concepto descrizione causale descrição omschrijving opis описание опис',
  tracking_id:
    'trackingid tracking order orderid orderno ordernumber invoice invoiceno invoicenumber reference ref bestellnummer bestellung auftragsnummer rechnungsnummer commande numérocommande pedido numeropedido ordine fattura zamówienie заказ замовлення',
  expired_at:
    'expiredat expires expiresat expiry expirydate expiration validuntil payableuntil duedate gültigbis fälligbis échéance vencimiento scadenza',
  email: 'email emailaddress mail emailadresse mailadresse courriel correo correoelectrónico posta почта',
  first_name: 'firstname givenname forename vorname prénom prenom nombre nome imię имя імя',
  last_name:
    'lastname surname familyname nachname familienname nom apellido apellidos cognome nazwisko фамилия прізвище',
  phone: 'phone phonenumber telephone tel mobile telefon telefonnummer téléphone teléfono telefono телефон',
  customer_id: 'customerid customer gatewaycustomerid',
  language: 'language lang locale sprache langue idioma lingua taal',
  return_url: 'returnurl returnto',
  transaction_type: 'transactiontype type',
  test: 'test testmode',
  address:
    'address street streetaddress adresse strasse straße direccion dirección indirizzo morada адрес адреса',
  city: 'city town ort stadt ville ciudad città citta cidade miasto город місто',
  state: 'state province',
  zip: 'zip zipcode postcode postalcode postleitzahl plz codepostal cap código codigopostal індекс',
  country: 'country countrycode land pays pais país paese kraj страна країна',
  birth_date: 'birthdate dateofbirth birthday geburtsdatum',
  taxpayer_id: 'taxpayerid taxid taxnumber steuernummer',
  external_id: 'externalid customernumber customerno kundennummer',
  attempts: 'attempts',
  iframe: 'iframe',
  dynamic_billing_descriptor: 'dynamicbillingdescriptor billingdescriptor descriptor',
  settings: 'settings',
  payment_method: 'paymentmethod',
  travel: 'travel',
  additional_data: 'additionaldata',
}

/** Files of checkouts. */
export const checkoutFile: ImportSource = {
  kind: 'checkouts.import',
  guess: columnGuesser(names),
  keysOf: (cells) => rowKeys(cells, []),
}
