import { customerBody } from '../testing'
import { testRefusals, without, type InvalidCase } from './testing'

type Row = [what: string, body: unknown, errors: Record<string, string[]>, message: string]

const blank = ["can't be blank"]
const wrong = ['is invalid']
const noAddress = { ip: ['address is invalid', "can't be blank"] }
const noAddressText = "Ip address is invalid. Ip can't be blank"
const badAddress = { ip: ['address is invalid'] }
const state = ['must be blank']

const rows: Row[] = [
  ['no ip', without(customerBody(), 'ip'), noAddress, noAddressText],
  ['null ip', customerBody({ ip: null }), noAddress, noAddressText],
  ['empty ip', customerBody({ ip: '' }), noAddress, noAddressText],
  ['ip as a number', customerBody({ ip: 2_130_706_433 }), badAddress, 'Ip address is invalid'],
  ['no address', customerBody({ ip: 'localhost' }), badAddress, 'Ip address is invalid'],
  ['number beyond a byte', customerBody({ ip: '10.0.0.256' }), badAddress, 'Ip address is invalid'],
  ['three numbers', customerBody({ ip: '10.0.1' }), badAddress, 'Ip address is invalid'],
  ['a network', customerBody({ ip: '10.0.0.0/8' }), badAddress, 'Ip address is invalid'],
  ['two addresses', customerBody({ ip: '10.0.0.1, 10.0.0.2' }), badAddress, 'Ip address is invalid'],
  ['too long an IPv6', customerBody({ ip: '1:2:3:4:5:6:7:8:9' }), badAddress, 'Ip address is invalid'],
  ['no email', without(customerBody(), 'email'), { email: blank }, "Email can't be blank"],
  ['null email', customerBody({ email: null }), { email: blank }, "Email can't be blank"],
  ['empty email', customerBody({ email: '' }), { email: blank }, "Email can't be blank"],
  ['no at sign', customerBody({ email: 'maria.example' }), { email: wrong }, 'Email is invalid'],
  ['no domain', customerBody({ email: 'maria@' }), { email: wrong }, 'Email is invalid'],
  [
    'space in the email',
    customerBody({ email: 'ma ria@shop.example' }),
    { email: wrong },
    'Email is invalid',
  ],
  ['email as a list', customerBody({ email: ['maria@shop.example'] }), { email: wrong }, 'Email is invalid'],
  ['unknown country', customerBody({ country: 'XX' }), { country: wrong }, 'Country is invalid'],
  ['country of three letters', customerBody({ country: 'DEU' }), { country: wrong }, 'Country is invalid'],
  ['country in small letters', customerBody({ country: 'de' }), { country: wrong }, 'Country is invalid'],
  ['country as a number', customerBody({ country: 276 }), { country: wrong }, 'Country is invalid'],
  ['state outside US and CA', customerBody({ country: 'DE', state: 'BY' }), { state }, 'State must be blank'],
  ['state of India', customerBody({ country: 'IN', state: 'GA' }), { state }, 'State must be blank'],
  ['state without a country', customerBody({ state: 'NY' }), { state }, 'State must be blank'],
  [
    'state in words',
    customerBody({ country: 'US', state: 'New York' }),
    { state: wrong },
    'State is invalid',
  ],
  ['state of one letter', customerBody({ country: 'CA', state: 'Q' }), { state: wrong }, 'State is invalid'],
  ['state in digits', customerBody({ country: 'US', state: '36' }), { state: wrong }, 'State is invalid'],
  [
    'zip of four digits in US',
    customerBody({ country: 'US', zip: '1000' }),
    { zip: wrong },
    'Zip is invalid',
  ],
  ['zip with letters in US', customerBody({ country: 'US', zip: 'A1000' }), { zip: wrong }, 'Zip is invalid'],
  ['half of ZIP+4 in US', customerBody({ country: 'US', zip: '10001-12' }), { zip: wrong }, 'Zip is invalid'],
  ['zip as a number', customerBody({ country: 'US', zip: 10_001 }), { zip: wrong }, 'Zip is invalid'],
  ['first_name as a number', customerBody({ first_name: 7 }), { first_name: wrong }, 'First name is invalid'],
  [
    'last_name as a list',
    customerBody({ last_name: ['Keller'] }),
    { last_name: wrong },
    'Last name is invalid',
  ],
  ['address as an object', customerBody({ address: {} }), { address: wrong }, 'Address is invalid'],
  ['city as a boolean', customerBody({ city: true }), { city: wrong }, 'City is invalid'],
  ['phone as a number', customerBody({ phone: 4912345 }), { phone: wrong }, 'Phone is invalid'],
  ['NUL in a name', customerBody({ first_name: 'a\0b' }), { first_name: wrong }, 'First name is invalid'],
  ['half a character in a city', customerBody({ city: '\udc00' }), { city: wrong }, 'City is invalid'],
  [
    'external_id of 256 characters',
    customerBody({ external_id: 'x'.repeat(256) }),
    { external_id: ['is too long (maximum is 255 characters)'] },
    'External is too long (maximum is 255 characters)',
  ],
  [
    'external_id as a number',
    customerBody({ external_id: 5 }),
    { external_id: wrong },
    'External is invalid',
  ],
  [
    'everything, at once',
    { country: 'DE', state: 'BY' },
    { email: blank, ...noAddress, state },
    `Email can't be blank. ${noAddressText}. State must be blank`,
  ],
  ['nothing', {}, { email: blank, ...noAddress }, `Email can't be blank. ${noAddressText}`],
]

testRefusals(
  'endpoint 7',
  rows.map(([what, body, errors, message]): InvalidCase => ({
    what,
    method: 'POST',
    path: '/customers',
    body,
    status: 422,
    answer: { message, errors },
  })),
)
