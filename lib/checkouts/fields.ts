import {
  cardOnFileInitiators,
  cardOnFileTypes,
  checkoutContracts,
  type checkoutTypes,
} from '../gateway/checkouts/choices'
import { customerFieldNames } from '../gateway/customers/fields'
import type { FieldKind } from '../gateway/field-kind'
import { airlineFields } from '../gateway/travel/fields'

/** Listed in the order of the form. */
export const transactionTypes = [
  'payment',
  'authorization',
  'tokenization',
  'charge',
] as const satisfies readonly (typeof checkoutTypes)[number][]

/** The sections of a checkout's page that show what was asked for, in their order. */
const askedSections = ['order', 'contract', 'customer', 'after', 'page', 'methods', 'travel'] as const
export type RequestedSection = (typeof askedSections)[number]

/** The sections of the form that start closed. */
const formSections = ['details', 'after', 'page', 'methods', 'contract', 'travel', 'more'] as const
export type FormSection = (typeof formSections)[number]

interface FieldRow {
  kind: FieldKind
  /** The section of the form that has it. A field without one is always open. */
  form?: FormSection
  /** The section of the checkout's page that shows it. A field without one is beside the amount. */
  asked?: RequestedSection
  /** Its name there, a message of `checkouts.asked.fields`; by default the last part of its path. */
  name?: string
  /** Masked for people who may not read personal data. */
  isPersonal?: boolean
  isCode?: boolean
  /** Headings by which import files of other programs name it. Without them it is not a column. */
  columnNames?: string
}

const text = { kind: 'text' } as const
const flag = { kind: 'flag' } as const
const texts = { kind: 'texts' } as const
const detail = { kind: text, form: 'details', asked: 'customer' } as const
const personalDetail = { ...detail, isPersonal: true } as const
const contract = { form: 'contract', asked: 'contract' } as const
const after = { kind: text, form: 'after', asked: 'after' } as const
const page = { kind: text, form: 'page', asked: 'page' } as const
const method = { kind: texts, form: 'methods', asked: 'methods' } as const
const travel = { form: 'travel', asked: 'travel' } as const
const customerFields = { kind: 'choices', of: customerFieldNames } as const

/**
 * The fields of a checkout's request (docs/gateway.md#checkouts), by path. Their rules are in
 * lib/gateway/checkouts/checkout.ts.
 */
const rows = {
  transaction_type: {
    kind: { kind: 'choice', of: transactionTypes },
    columnNames: 'transactiontype type',
  },
  'order.amount': { kind: { kind: 'amount' }, columnNames: 'amount amountminor minorunits amountminorunits' },
  'order.currency': {
    kind: { kind: 'currency' },
    columnNames: 'currency currencycode währung devise moneda divisa valuta moeda waluta валюта',
  },
  'order.description': {
    kind: text,
    columnNames: `description desc details text subject purpose beschreibung verwendungszweck objet descripción
      descripcion concepto descrizione causale descrição omschrijving opis описание опис`,
  },
  'order.tracking_id': {
    kind: text,
    asked: 'order',
    isCode: true,
    columnNames: `trackingid tracking order orderid orderno ordernumber invoice invoiceno invoicenumber reference ref
      bestellnummer bestellung auftragsnummer rechnungsnummer commande numérocommande pedido numeropedido ordine
      fattura zamówienie заказ замовлення`,
  },
  'order.expired_at': {
    kind: { kind: 'moment' },
    asked: 'order',
    columnNames: `expiredat expires expiresat expiry expirydate expiration validuntil payableuntil duedate gültigbis
      fälligbis échéance vencimiento scadenza`,
  },
  'order.additional_data.receipt_text': { kind: { kind: 'lines' }, form: 'contract', asked: 'order' },
  'customer.email': {
    kind: text,
    asked: 'customer',
    isPersonal: true,
    columnNames:
      'email emailaddress mail emailadresse mailadresse courriel correo correoelectrónico posta почта',
  },
  'customer.first_name': {
    ...personalDetail,
    columnNames: 'firstname givenname forename vorname prénom prenom nombre nome imię имя імя',
  },
  'customer.last_name': {
    ...personalDetail,
    columnNames: `lastname surname familyname nachname familienname nom apellido apellidos cognome nazwisko фамилия
      прізвище`,
  },
  'customer.phone': {
    ...personalDetail,
    columnNames:
      'phone phonenumber telephone tel mobile telefon telefonnummer téléphone teléfono telefono телефон',
  },
  'customer.country': {
    ...detail,
    kind: { kind: 'country' },
    columnNames: 'country countrycode land pays pais país paese kraj страна країна',
  },
  'customer.state': { ...detail, columnNames: 'state province' },
  'customer.city': {
    ...detail,
    columnNames: 'city town ort stadt ville ciudad città citta cidade miasto город місто',
  },
  'customer.zip': {
    ...personalDetail,
    columnNames: 'zip zipcode postcode postalcode postleitzahl plz codepostal cap código codigopostal індекс',
  },
  'customer.address': {
    ...personalDetail,
    columnNames: `address street streetaddress adresse strasse straße direccion dirección indirizzo morada адрес
      адреса`,
  },
  'customer.birth_date': {
    ...personalDetail,
    kind: { kind: 'date' },
    columnNames: 'birthdate dateofbirth birthday geburtsdatum',
  },
  'customer.taxpayer_id': {
    ...personalDetail,
    columnNames: 'taxpayerid taxid taxnumber steuernummer',
  },
  'customer.external_id': {
    ...detail,
    isCode: true,
    columnNames: 'externalid customernumber customerno kundennummer',
  },
  attempts: { kind: { kind: 'number' }, asked: 'order', columnNames: 'attempts' },
  dynamic_billing_descriptor: {
    kind: text,
    form: 'more',
    asked: 'order',
    name: 'descriptor',
    columnNames: 'dynamicbillingdescriptor billingdescriptor descriptor',
  },
  iframe: { kind: flag, form: 'more', asked: 'order', columnNames: 'iframe' },
  test: { kind: flag, form: 'more', asked: 'order', columnNames: 'test testmode' },
  'order.additional_data.avs_cvc_verification': {
    kind: { kind: 'json' },
    form: 'contract',
    asked: 'order',
    name: 'avs_cvc',
  },
  'order.additional_data.contract': {
    ...contract,
    kind: { kind: 'choices', of: checkoutContracts },
  },
  'order.additional_data.card_on_file.initiator': {
    ...contract,
    kind: { kind: 'choice', of: cardOnFileInitiators },
  },
  'order.additional_data.card_on_file.type': {
    ...contract,
    kind: { kind: 'choice', of: cardOnFileTypes },
    name: 'on_file_type',
  },
  'settings.return_url': { ...after, columnNames: 'returnurl returnto' },
  'settings.success_url': after,
  'settings.decline_url': after,
  'settings.fail_url': after,
  'settings.cancel_url': after,
  'settings.auto_return': after,
  'settings.notification_url': after,
  'settings.card_notification_url': after,
  'settings.verification_url': after,
  'settings.language': {
    ...page,
    kind: { kind: 'language' },
    columnNames: 'language lang locale sprache langue idioma lingua taal',
  },
  'settings.button_text': page,
  'settings.button_next_text': page,
  'settings.customer_fields.visible': { ...page, kind: customerFields },
  'settings.customer_fields.read_only': { ...page, kind: customerFields },
  'settings.credit_card_fields.holder': { ...page, isPersonal: true },
  'settings.credit_card_fields.read_only': {
    ...page,
    kind: { kind: 'choices', of: ['holder'] },
    name: 'holder_read_only',
  },
  'settings.save_card_toggle.display': { ...page, kind: flag, name: 'save_display' },
  'settings.save_card_toggle.customer_contract': {
    ...page,
    kind: flag,
    name: 'save_contract',
  },
  'settings.save_card_toggle.text': { ...page, name: 'save_text' },
  'settings.save_card_toggle.hint': { ...page, name: 'save_hint' },
  'settings.another_card_toggle.display': { ...page, kind: flag, name: 'another_display' },
  'payment_method.types': { ...method, kind: { kind: 'methods' } },
  'payment_method.excluded_types': method,
  'payment_method.excluded_brands': method,
  'payment_method.credit_card.token': {
    ...method,
    kind: { kind: 'token' },
    name: 'card_token',
    isCode: true,
  },
  'settings.auto_pay': { ...method, kind: flag },
  'travel.airline.agency_code': { ...travel, kind: airlineFields.agency_code },
  'travel.airline.agency_name': { ...travel, kind: airlineFields.agency_name },
  'travel.airline.ticket_number': { ...travel, kind: airlineFields.ticket_number, isCode: true },
  'travel.airline.booking_number': { ...travel, kind: airlineFields.booking_number, isCode: true },
  'travel.airline.restricted_ticked_indicator': {
    ...travel,
    kind: airlineFields.restricted_ticked_indicator,
    name: 'restricted',
  },
  'travel.airline.legs': { ...travel, kind: airlineFields.legs },
  'travel.airline.passengers': { ...travel, kind: airlineFields.passengers },
} as const satisfies Record<string, FieldRow>

type Rows = typeof rows
type CheckoutField = keyof Rows

/** The last part of a path. */
type NameIn<Path extends string> = Path extends `${string}.${infer Rest}` ? NameIn<Rest> : Path

/** The name of a field on the checkout's page. */
export type RequestedName = {
  [Path in CheckoutField]: Rows[Path] extends { asked: string }
    ? Rows[Path] extends { name: infer Name }
      ? Name
      : NameIn<Path>
    : never
}[CheckoutField]

/** The names of the fields directly in a part of the request. */
export type NameWithin<Part extends string> = {
  [Path in CheckoutField]: Path extends `${Part}.${infer Name}`
    ? Name extends `${string}.${string}`
      ? never
      : Name
    : never
}[CheckoutField]

/** A field that a file may have as a column. */
export type ColumnField = {
  [Path in CheckoutField]: Rows[Path] extends { columnNames: string } ? NameIn<Path> : never
}[CheckoutField]

interface CheckoutFieldRow extends FieldRow {
  path: CheckoutField
  /** The last part of its path. */
  lastName: string
}
export const checkoutFieldRows: readonly CheckoutFieldRow[] = Object.entries<FieldRow>(rows).map(
  ([path, row]) => ({ ...row, path: path as CheckoutField, lastName: path.slice(path.lastIndexOf('.') + 1) }),
)

/** Fields with an `asked` section, by section. */
export const requestedSections = askedSections.map((id) => ({
  id,
  fields: checkoutFieldRows
    .filter(({ asked }) => asked === id)
    .map((row) => ({ ...row, name: (row.name ?? row.lastName) as RequestedName })),
}))

/** The paths of the fields of each section of the form, for its badge and for opening it on errors. */
export const formSectionFields = Object.fromEntries(
  formSections.map((section) => [
    section,
    checkoutFieldRows.filter(({ form }) => form === section).map(({ path }) => path),
  ]),
) as Record<FormSection, CheckoutField[]>
