import type { customerFields } from '../gateway/customers/customer'

export type CustomerField = keyof typeof customerFields

interface FieldRow {
  /** The field's column in the mirror (server/tables.ts). */
  column: string
  /** Lists show the field, too, not only the customer's page. */
  isListed?: boolean
  /** How the value is masked for people who may not read personal data. `none`: only contacts inside it are masked. */
  mask: 'email' | 'phone' | 'whole' | 'none'
  /** Headers of this column in files of other programs: several languages, lower case, no spaces or signs in a name. */
  columnNames: string
}

/**
 * The gateway's fields of a customer, in the order of exported files. Their rules are in
 * lib/gateway/customers/customer.ts.
 */
const rows = {
  first_name: {
    column: 'firstName',
    isListed: true,
    mask: 'none',
    columnNames: `firstname givenname forename vorname prénom prenom nombre nombres nome primeironome voornaam imię imie
      fornavn förnamn etunimi jméno имя імя`,
  },
  last_name: {
    column: 'lastName',
    isListed: true,
    mask: 'none',
    columnNames: `lastname surname familyname nachname familienname zuname nomdefamille apellido apellidos cognome
      sobrenome apelido achternaam nazwisko efternavn efternamn sukunimi příjmení фамилия прізвище`,
  },
  email: {
    column: 'email',
    isListed: true,
    mask: 'email',
    columnNames: `email emailaddress mail emailadresse mailadresse adressemail adresseemail courriel correo
      correoelectrónico correoelectronico emailadres posta электроннаяпочта почта елпошта`,
  },
  phone: {
    column: 'phone',
    isListed: true,
    mask: 'phone',
    columnNames: `phone phonenumber telephone tel mobile mobilephone cell cellphone telefon telefonnummer handy mobil
      téléphone teléfono telefono móvil movil cellulare telefone celular telefoon telefoonnummer numertelefonu puhelin
      телефон`,
  },
  address: {
    column: 'address',
    mask: 'whole',
    columnNames: `address address1 addressline1 street streetaddress strasse straße adresse anschrift rue dirección
      direccion indirizzo via endereço endereco morada adres straat ulica адрес адреса`,
  },
  city: {
    column: 'city',
    isListed: true,
    mask: 'none',
    columnNames:
      'city town ort stadt wohnort ville ciudad città citta cidade stad plaats woonplaats miasto by город місто',
  },
  country: {
    column: 'country',
    isListed: true,
    mask: 'none',
    columnNames:
      'country countrycode land ländercode pays país pais paese nazione kraj maa země страна країна',
  },
  zip: {
    column: 'zip',
    mask: 'whole',
    columnNames: `zip zipcode postcode postalcode plz postleitzahl codepostal códigopostal codigopostal cp cap cep
      kodpocztowy postnummer postinumero psč индекс`,
  },
  state: {
    column: 'state',
    mask: 'none',
    columnNames:
      'state province stateprovince provincecode statecode region bundesland provincia stato estado',
  },
  ip: {
    column: 'ip',
    isListed: true,
    mask: 'whole',
    columnNames: 'ip ipaddress ipadresse ipaddr adresseip direcciónip clientip customerip remoteip',
  },
  external_id: {
    column: 'externalId',
    isListed: true,
    mask: 'none',
    columnNames: `externalid customerid customernumber customerno clientid kundennummer kundennr kunde numéroclient
      numeroclient numerocliente idcliente klantnummer`,
  },
} as const satisfies Record<CustomerField, FieldRow>

type Rows = typeof rows

type FieldsWith<Property> = {
  [Field in CustomerField]: Rows[Field] extends Property ? Field : never
}[CustomerField]
type ListedField = FieldsWith<{ isListed: true }>

/** The columns of these fields in the mirror. */
export type ColumnOf<Field extends CustomerField> = Rows[Field]['column']

interface CustomerFieldRow extends FieldRow {
  column: ColumnOf<CustomerField>
}
export const customerFieldRows: Readonly<Record<CustomerField, CustomerFieldRow>> = rows

export const allCustomerFields = Object.keys(rows) as CustomerField[]

export const listedFields = allCustomerFields.filter(
  (field) => customerFieldRows[field].isListed,
) as ListedField[]

/** Returns an object with one value for each of these fields, by the field's column. */
export const byColumn = <Field extends CustomerField, Value>(
  fields: readonly Field[],
  valueOf: (field: Field) => Value,
) =>
  Object.fromEntries(fields.map((field) => [customerFieldRows[field].column, valueOf(field)])) as Record<
    ColumnOf<Field>,
    Value
  >
