import { describe, expect, it } from 'vitest'
import type { CustomerTarget } from '../../import'
import { guessColumns } from '../../../jobs/server/imports/columns'
import { customerImport } from './import'
import { countryCode, planRow } from './import-row'

type Cells = Partial<Record<CustomerTarget, string>>

const maria: Cells = { email: 'maria@reader.example', ip: '192.0.2.17' }

const plan = (cells: Cells) =>
  planRow(Object.values(cells), {
    columns: Object.keys(cells) as CustomerTarget[],
    isKnown: (id) => id === 'cst_01',
  })

describe('a row of a file of customers', () => {
  it.each<[string, Cells, Cells]>([
    ['with what is needed', {}, {}],
    ['at an IPv6 address', { ip: ' 2001:db8::7 ' }, { ip: '2001:db8::7' }],
    [
      'with every field, without spaces around',
      {
        first_name: ' Анна ',
        last_name: 'O’Neill',
        address: '1 Main Street\n#12',
        city: 'Denver',
        country: 'United States',
        zip: '80202-1234',
        state: 'co',
        phone: ' +1 303 555 0100',
        external_id: 'x'.repeat(255),
      },
      {
        first_name: 'Анна',
        last_name: 'O’Neill',
        address: '1 Main Street\n#12',
        city: 'Denver',
        country: 'US',
        zip: '80202-1234',
        state: 'CO',
        phone: '+1 303 555 0100',
        external_id: 'x'.repeat(255),
      },
    ],
    ['whose other cells are empty or spaces', { city: '', zip: '  ' }, {}],
    ['of Latvia', { country: 'lv', zip: 'LV-1082' }, { country: 'LV', zip: 'LV-1082' }],
  ])('makes one %s', (_name, cells, change) => {
    const { city: _, zip: __, ...given } = { ...maria, ...cells }
    expect(plan({ ...maria, ...cells })).toEqual({
      state: 'planned',
      subject: null,
      before: null,
      errors: null,
      change: { ...(change.city || change.zip ? {} : given), ...maria, ...change },
    })
  })

  const needed = 'Needed for a new customer'
  const cut = 'A spreadsheet has cut this number. Put all of its digits here'
  it.each<[CustomerTarget, string, string]>([
    ['email', '', needed],
    ['email', 'maria', 'Not an e-mail address'],
    ['email', '  ', 'It contains only spaces'],
    ['email', '=A1', 'This is a formula. Put its result here'],
    ['ip', '', needed],
    ['ip', '192.0.2', 'Not an IP address'],
    ['country', 'Atlantis', 'Not a country code such as DE, or the name of a country'],
    ['state', 'TX', 'Only for the US and Canada. Leave it empty for other countries'],
    ['external_id', 'x'.repeat(256), 'At most 255 characters'],
    ['external_id', '1,2E+12', cut],
    ['phone', '4.91715E+11', cut],
    ['phone', '#NAME?', '#NAME? is a spreadsheet error. Put the value here'],
    ['first_name', 'a\u0007', 'It contains an invisible control character (U+0007). Delete it'],
    ['id', 'cst_02', 'This shop has no customer with this ID. Leave the ID empty to create a new one'],
  ])('is refused for its %s: %s', (field, cell, reason) => {
    expect(plan({ ...maria, [field]: cell })).toMatchObject({
      state: 'invalid',
      change: {},
      errors: { [field]: [reason] },
    })
  })

  it.each<[Cells, Cells]>([
    [{ country: 'US', zip: '2139' }, { zip: 'Five digits: a spreadsheet may have dropped the zero in 02139' }],
    [{ country: 'US', zip: 'x' }, { zip: 'A postcode of the US is 12345 or 12345-6789' }],
    [{ country: 'US', state: 'Texas' }, { state: 'A state is two letters, as in NY' }],
    [{ country: 'Atlantis', state: 'Texas', ip: 'x' }, {
      country: 'Not a country code such as DE, or the name of a country',
      state: 'A state is two letters, as in NY',
      ip: 'Not an IP address',
    }],
  ])('is refused for every error: %j', (cells, expected) =>
    expect(plan({ ...maria, ...cells }).errors).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, reason]) => [field, [reason]])),
    )) // prettier-ignore

  it('names a column that is not read, once', () => {
    expect(plan({ first_name: 'Maria' }).errors).toEqual({
      columns: ['A new customer also needs email, ip; no column of the file is read as these'],
    })
  })

  it('changes no existing customer', () => {
    expect(plan({ id: 'cst_01', email: 'no address' })).toEqual({
      state: 'unchanged',
      subject: 'cst_01',
      change: {},
      before: null,
      errors: { id: ['Already exists. The gateway cannot change customers'] },
    })
  })

  it('is refused where it is empty, or longer than the header', () => {
    expect(plan({ email: ' ', ip: '' }).errors).toEqual({
      base: ['The row has no value in any column that is read'],
    })
    expect(planRow(['a', 'b'], { columns: ['email'], isKnown: () => false }).errors).toHaveProperty('base')
  })
})

it('knows columns by the names they have in files', () => {
  expect(guessColumns(['Vorname', 'Nachname', 'E-Mail', 'Telefon', 'PLZ', 'Straße', 'Kundennr.'], customerImport.names)).toEqual(['first_name', 'last_name', 'email', 'phone', 'zip', 'address', 'external_id']) // prettier-ignore
  expect(guessColumns(['Customer ID', 'First Name', 'IP address', 'Address1', 'Province Code', 'name'], customerImport.names)).toEqual(['external_id', 'first_name', 'ip', 'address', 'state', null]) // prettier-ignore
  expect(guessColumns(['id', 'labels (local)', 'contact_email (local)', 'created_at'], customerImport.names)).toEqual(['id', null, null, null]) // prettier-ignore
  expect(guessColumns(['Имя', 'Фамилия', 'Страна', 'Email', 'E-Mail'], customerImport.names)).toEqual(['first_name', 'last_name', 'country', 'email', null]) // prettier-ignore
})

it.each([
  ['de', 'DE'],
  ['Deutschland', 'DE'],
  ['ALLEMAGNE', 'DE'],
  ['Côte d’Ivoire', 'CI'],
  ['Cote dIvoire', 'CI'],
  ['U.S.A.', 'US'],
  ['UK', 'GB'],
  ['Österreich', 'AT'],
  ['Österrike', 'AT'],
  ['Россия', 'RU'],
  ['日本', 'JP'],
  ['Niger', 'NE'],
  ['Guinea', 'GN'],
  ['Turkey', 'TR'],
  ['', undefined],
  ['XX', undefined],
  ['Kosovo', undefined],
])('%s is the country %s', (name, code) => expect(countryCode(name)).toBe(code))
