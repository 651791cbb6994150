import 'server-only'
import { getTranslator } from '../../core/i18n/server'
import type { IssueText } from '../../core/issues'
import { countryCodes, isCountry } from '../../gateway/countries'
import { customerCreate, type CustomerCreate } from '../../gateway/customer'
import { controlReason, isExponent, spreadsheetReason } from '../../jobs/server/imports/cells'
import { columnGuesser, type ColumnNames } from '../../jobs/server/imports/columns'
import type { PlannedRow } from '../../jobs/server/imports/plan'
import { reasonsOf, hasTooMany, readTexts, type CellTexts } from '../../jobs/server/imports/reasons'
import type { ImportSource } from '../../jobs/server/imports/take'
import type { RowErrors } from '../../jobs/server/kinds'
import type { CustomerTarget } from '../import'
import { rowKeys } from './import-keys'

type RowContext = {
  columns: readonly (CustomerTarget | null)[]
  isKnown: (id: string) => boolean
}

/**
 * Returns a row's plan: create a customer, nothing for an existing ID (the gateway has no update), or all its errors.
 */
export function planRow(cells: readonly string[], { columns, isKnown }: RowContext): PlannedRow {
  const text = getTranslator('taskReasons')
  const texts = readTexts(cells, columns)
  const { id, ...values } = readCells(texts)
  const refuse = (errors: RowErrors): PlannedRow => ({ ...nothing, state: 'invalid', errors })
  if (hasTooMany(cells, columns)) return refuse({ base: [text('too_many_cells')] })
  if (id !== undefined && isKnown(id))
    return { ...nothing, state: 'unchanged', subject: id, errors: { id: [text('customer_known')] } }
  if (id === undefined && Object.keys(values).length === 0) return refuse({ base: [text('nothing_in_row')] })
  const parsed = customerCreate.safeParse(values, { reportInput: true })
  const errors: RowErrors = {
    ...(parsed.success ? {} : reasonsFor(parsed.error.issues, texts, columns)),
    ...oddCells(texts),
    ...(id === undefined ? {} : { id: [text('no_such_customer')] }),
  }
  if (!parsed.success || Object.keys(errors).length > 0) return refuse(errors)
  return { ...nothing, state: 'planned', change: parsed.data }
}

const nothing: PlannedRow = { state: 'planned', subject: null, change: {}, before: null, errors: null }

type Texts = CellTexts<CustomerTarget>
type Values = Partial<Record<CustomerTarget, string>>

/** Returns the row's filled-in cells as input for the schema. Leaves invalid values for the schema to reject. */
export function readCells(texts: Texts): Values {
  const values: Values = {}
  for (const [target, cell] of Object.entries(texts) as [CustomerTarget, string][]) {
    const word = cell.trim()
    if (word !== '') values[target] = valueOf(target, word)
  }
  return values
}

function valueOf(target: CustomerTarget, word: string): string {
  if (target === 'country') return countryCode(word) ?? word
  return target === 'state' ? word.toUpperCase() : word
}

const reasonsFor = (
  issues: Parameters<typeof reasonsOf>[0],
  texts: Texts,
  columns: RowContext['columns'],
): RowErrors =>
  reasonsOf<CustomerTarget>(issues, {
    columns,
    isNew: true,
    reasonOf: (target, issue) => reasonOf(issue, texts[target]),
    absent: (values) => getTranslator('cellReasons')('no_columns_customer', values),
  })

/** `cell`: the text in the file; undefined if empty. */
function reasonOf({ key, values }: IssueText, cell: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (cell === undefined) return words('needed_customer')
  const word = cell.trim()
  if (word === '') return words('only_spaces')
  const odd = spreadsheetReason(word)
  if (odd !== null) return odd
  if (key === 'invalid_country') return words('country')
  if (key === 'only_for_us_ca') return words('state_elsewhere')
  if (key === 'too_long') return words('too_many_characters', { max: Number(values?.max) })
  if (key === 'invalid_us_zip' && /^\d{3,4}$/.test(word))
    return words('short_zip', { zip: word.padStart(5, '0') })
  return getTranslator('issues')(key, values)
}

/** Text that a spreadsheet writes in place of a value. “#12” is part of an address. */
const spreadsheetError = /^#(?:NAME\?|REF!|N\/A|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+$)/i
/** Values that look like numbers, which a spreadsheet may have shortened. */
const numbers: readonly CustomerTarget[] = ['phone', 'external_id', 'zip']

function oddCells(texts: Texts): RowErrors {
  const words = getTranslator('cellReasons')
  const reasons: RowErrors = {}
  for (const [target, text] of Object.entries(texts) as [CustomerTarget, string][]) {
    const cell = text.trim()
    const reason = spreadsheetError.test(cell)
      ? words('spreadsheet_error', { cell })
      : numbers.includes(target) && isExponent(cell)
        ? words('cut_number')
        : controlReason(text)
    if (reason !== null) reasons[target] = [reason]
  }
  return reasons
}

export const plannedCustomer = ({ change }: Pick<PlannedRow, 'change'>) => change as CustomerCreate

/**
 * Column names in files, in several languages. Our own export uses the targets' names. “Customer ID” is the ID in the
 * merchant's system. A plain “name” is not guessed: it may be the first name, the last name or both.
 */
const names: ColumnNames<CustomerTarget> = {
  id: 'id gatewayid',
  first_name: `firstname givenname forename vorname prénom prenom nombre nombres nome primeironome voornaam imię imie
    fornavn förnamn etunimi jméno имя імя`,
  last_name: `lastname surname familyname nachname familienname zuname nomdefamille apellido apellidos cognome
    sobrenome apelido achternaam nazwisko efternavn efternamn sukunimi příjmení фамилия прізвище`,
  email: `email emailaddress mail emailadresse mailadresse adressemail adresseemail courriel correo correoelectrónico
    correoelectronico emailadres posta электроннаяпочта почта елпошта`,
  phone: `phone phonenumber telephone tel mobile mobilephone cell cellphone telefon telefonnummer handy mobil
    téléphone teléfono telefono móvil movil cellulare telefone celular telefoon telefoonnummer numertelefonu puhelin
    телефон`,
  ip: 'ip ipaddress ipadresse ipaddr adresseip direcciónip clientip customerip remoteip',
  country: 'country countrycode land ländercode pays país pais paese nazione kraj maa země страна країна',
  state: 'state province stateprovince provincecode statecode region bundesland provincia stato estado',
  city: 'city town ort stadt wohnort ville ciudad città citta cidade stad plaats woonplaats miasto by город місто',
  zip: `zip zipcode postcode postalcode plz postleitzahl codepostal códigopostal codigopostal cp cap cep kodpocztowy
    postnummer postinumero psč индекс`,
  address: `address address1 addressline1 street streetaddress strasse straße adresse anschrift rue dirección direccion
    indirizzo via endereço endereco morada adres straat ulica адрес адреса`,
  external_id: `externalid customerid customernumber customerno clientid kundennummer kundennr kunde numéroclient
    numeroclient numerocliente idcliente klantnummer`,
}

export const customerFile: ImportSource = {
  kind: 'customers.import',
  guess: columnGuesser(names),
  keysOf: rowKeys,
}

/** Languages of country names. If a name is ambiguous, the earlier language wins. */
const languages = `en de fr es it pt nl pl ru uk cs sk da sv nb fi et lv lt hu ro bg hr sl el tr he ar ja ko zh`

/** Common names that `Intl` does not have. */
const others: Record<string, string> = {
  US: 'usa unitedstatesofamerica america vereinigtestaatenvonamerika etatsunisdamerique estadosunidosdeamerica eeuu сша',
  GB: 'uk greatbritain britain england scotland wales northernireland grossbritannien',
  NL: 'holland thenetherlands',
  CZ: 'czechrepublic tschechischerepublik',
  AE: 'uae',
  CI: 'ivorycoast',
  HK: 'hongkong',
  KR: 'korea republicofkorea',
  MK: 'macedonia',
  MO: 'macau macao',
  PS: 'palestine',
  RU: 'russianfederation',
  TR: 'turkey',
  VA: 'vatican',
  VN: 'vietnam',
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

let codes: Map<string, string> | null = null

function known(): Map<string, string> {
  if (codes) return codes
  codes = new Map(
    Object.entries(others).flatMap(([code, written]) =>
      written.split(' ').map((name) => [name, code] as const),
    ),
  )
  for (const language of languages.split(' ')) {
    const regions = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of countryCodes) {
      const name = folded(regions.of(code) ?? code)
      if (!codes.has(name)) codes.set(name, code)
    }
  }
  return codes
}

/** Returns the ISO 3166-1 code for a code or a name in many languages. */
export function countryCode(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  return isCountry(upper) ? upper : known().get(folded(text))
}
