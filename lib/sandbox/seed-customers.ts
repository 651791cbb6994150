import 'server-only'
import type { CustomerCreateInput } from '../gateway/customer'

const people: [first: string, last: string, rest?: Partial<CustomerCreateInput>][] = [
  [
    'Maria',
    'Keller',
    { country: 'DE', city: 'Leipzig', zip: '04109', address: 'Lindenweg 4', phone: '+49 341 555010' },
  ],
  ['Jonas', 'Weber', { country: 'AT', city: 'Graz', zip: '8010' }],
  ['Amélie', 'Laurent', { country: 'FR', city: 'Lyon', zip: '69002', external_id: 'reader-118' }],
  ['Piotr', 'Zieliński', { country: 'PL', city: 'Kraków', zip: '31-042', phone: '+48 12 555 01 02' }],
  [
    'Grace',
    'Okafor',
    { country: 'US', state: 'NY', city: 'Albany', zip: '12207-1234', address: '9 State Street' },
  ],
  ['Liam', 'Tremblay', { country: 'CA', state: 'QC', city: 'Montréal', zip: 'H2X 1Y4' }],
  ['Aoife', 'Byrne', { country: 'IE', city: 'Cork' }],
  ['Kenji', 'Sato', { country: 'JP', city: 'Kyoto', zip: '604-8005', external_id: 'reader-204' }],
  ['Hanna', 'Virtanen', { country: 'FI' }],
  ['Ines', 'Costa'],
]

/** People a small shop might know, as bodies of endpoint 7; their e-mail addresses tell them apart. */
export const sampleCustomers: CustomerCreateInput[] = people.map(([first, last, rest], index) => ({
  first_name: first,
  last_name: last,
  email: `${plain(first)}.${plain(last)}@reader.example`,
  ip: `198.51.100.${index + 10}`,
  ...rest,
}))

/** Without accents, as mailboxes are named. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
