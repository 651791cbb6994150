import { tokenizationCase, type NestedRow, testRefusals, without } from './testing'

const right = {
  amount: 3245,
  currency: 'EUR',
  description: 'Membership',
  return_url: 'https://books.example/back',
}
const card = {
  number: '4200000000000000',
  verification_value: '111',
  holder: 'Maria Keller',
  exp_month: '01',
  exp_year: '2039',
}

const request = (over: object = {}) => ({ request: { ...right, credit_card: card, ...over } })
const tokenizationWithout = (field: string) => ({ request: without({ ...right, credit_card: card }, field) })
const withCard = (over: object) => request({ credit_card: { ...card, ...over } })
const customer = (over: object) => request({ customer: over })
const billed = (over: object) => request({ billing_address: over })
const airline = (over: object) => request({ travel: { airline: over } })
const leg = (over: object) => airline({ legs: [over] })

const blank = "can't be blank"
const wrong = 'is invalid'
const words = 'is not a number'
const url = 'does not appear to be valid'
const long = (max: number) => `is too long (maximum is ${max} characters)`
const positive = 'must be greater than 0'

const rows: NestedRow[] = [
  ['nothing', {}, 'request', blank],
  ['null for the request', { request: null }, 'request', blank],
  ['text for the request', { request: 'card' }, 'request', wrong],
  ['a list for the request', { request: [right] }, 'request', wrong],
  ['no amount', tokenizationWithout('amount'), 'amount', blank],
  ['null amount', request({ amount: null }), 'amount', blank],
  ['amount as text', request({ amount: '3245' }), 'amount', words],
  ['fraction as amount', request({ amount: 32.45 }), 'amount', words],
  ['zero amount', request({ amount: 0 }), 'amount', positive],
  ['negative amount', request({ amount: -1 }), 'amount', positive],
  [
    'amount beyond safety',
    request({ amount: 2 ** 53 }),
    'amount',
    'must be less than or equal to 9007199254740991',
  ],
  ['no currency', tokenizationWithout('currency'), 'currency', blank],
  ['unknown currency', request({ currency: 'XYZ' }), 'currency', wrong],
  ['currency in small letters', request({ currency: 'eur' }), 'currency', wrong],
  ['no description', tokenizationWithout('description'), 'description', blank],
  ['empty description', request({ description: '' }), 'description', blank],
  ['description of 256 characters', request({ description: 'x'.repeat(256) }), 'description', long(255)],
  ['description as a number', request({ description: 5 }), 'description', wrong],
  ['NUL in the description', request({ description: 'a\0' }), 'description', wrong],
  ['tracking_id of 256 characters', request({ tracking_id: 'x'.repeat(256) }), 'tracking_id', long(255)],
  ['tracking_id as a number', request({ tracking_id: 7 }), 'tracking_id', wrong],
  [
    'half a character in notification_url',
    request({ notification_url: 'https://books.example/\ud800' }),
    'notification_url',
    url,
  ],
  ['currency as a number', request({ currency: 978 }), 'currency', wrong],
  ['duplicate_check as text', request({ duplicate_check: 'true' }), 'duplicate_check', wrong],
  ['descriptor as a number', request({ dynamic_billing_descriptor: 1 }), 'dynamic_billing_descriptor', wrong],
  ['language in words', request({ language: 'english' }), 'language', wrong],
  ['no address for notifications', request({ notification_url: 'books.example' }), 'notification_url', url],
  ['no address for verification', request({ verification_url: 'ftp://x' }), 'verification_url', url],
  ['no address to return to', request({ return_url: '/back' }), 'return_url', url],
  ['no return_url with 3-D Secure', tokenizationWithout('return_url'), 'return_url', blank],
  ['test as a number', request({ test: 1 }), 'test', wrong],
  [
    'skip as text',
    request({ skip_three_d_secure_verification: 'true' }),
    'skip_three_d_secure_verification',
    wrong,
  ],
  [
    'force as a number',
    request({ force_three_d_secure_verification: 1 }),
    'force_three_d_secure_verification',
    wrong,
  ],
  ['3-D Secure as a flag', request({ three_d_secure: true }), 'three_d_secure', wrong],
  ['advanced as text', request({ three_d_secure: { advanced: 'yes' } }), 'three_d_secure.advanced', wrong],
  ['additional_data as text', request({ additional_data: 'x' }), 'additional_data', wrong],
  [
    'receipt_text as text',
    request({ additional_data: { receipt_text: 'x' } }),
    'additional_data.receipt_text',
    wrong,
  ],
  [
    'a number on the receipt',
    request({ additional_data: { receipt_text: [1] } }),
    'additional_data.receipt_text',
    wrong,
  ],
  [
    'contract as text',
    request({ additional_data: { contract: 'recurring' } }),
    'additional_data.contract',
    wrong,
  ],
  [
    'unknown contract',
    request({ additional_data: { contract: ['forever'] } }),
    'additional_data.contract',
    wrong,
  ],
  [
    "a checkout's contract",
    request({ additional_data: { contract: ['card_on_file'] } }),
    'additional_data.contract',
    wrong,
  ],
  ['no card', tokenizationWithout('credit_card'), 'credit_card', blank],
  ['null card', request({ credit_card: null }), 'credit_card', blank],
  ['card as text', request({ credit_card: '4200000000000000' }), 'credit_card', wrong],
  ['no number', request({ credit_card: without(card, 'number') }), 'credit_card.number', blank],
  ['empty number', withCard({ number: '' }), 'credit_card.number', blank],
  ['number as a number', withCard({ number: 4_200_000_000_000_000 }), 'credit_card.number', wrong],
  ['11 digits', withCard({ number: '42000000000' }), 'credit_card.number', wrong],
  ['20 digits', withCard({ number: '42000000000000000000' }), 'credit_card.number', wrong],
  ['number with spaces', withCard({ number: '4200 0000 0000 0000' }), 'credit_card.number', wrong],
  ['letters in the number', withCard({ number: '420000000000000x' }), 'credit_card.number', wrong],
  ['digits of another script', withCard({ number: '٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠' }), 'credit_card.number', wrong],
  ['code of 2 digits', withCard({ verification_value: '11' }), 'credit_card.verification_value', wrong],
  ['code of 5 digits', withCard({ verification_value: '11111' }), 'credit_card.verification_value', wrong],
  ['code as a number', withCard({ verification_value: 111 }), 'credit_card.verification_value', wrong],
  ['holder of 36 characters', withCard({ holder: 'x'.repeat(36) }), 'credit_card.holder', long(35)],
  ['holder as a list', withCard({ holder: ['Maria'] }), 'credit_card.holder', wrong],
  ['no month', request({ credit_card: without(card, 'exp_month') }), 'credit_card.exp_month', blank],
  ['month 13', withCard({ exp_month: '13' }), 'credit_card.exp_month', wrong],
  ['month 0', withCard({ exp_month: '00' }), 'credit_card.exp_month', wrong],
  ['month of three digits', withCard({ exp_month: '001' }), 'credit_card.exp_month', wrong],
  ['month as a number', withCard({ exp_month: 1 }), 'credit_card.exp_month', wrong],
  ['no year', request({ credit_card: without(card, 'exp_year') }), 'credit_card.exp_year', blank],
  ['year of two digits', withCard({ exp_year: '39' }), 'credit_card.exp_year', wrong],
  ['year as a number', withCard({ exp_year: 2039 }), 'credit_card.exp_year', wrong],
  ['customer as text', request({ customer: 'Maria' }), 'customer', wrong],
  ['ip in words', customer({ ip: 'localhost' }), 'customer.ip', wrong],
  ['no email', customer({ email: 'maria' }), 'customer.email', wrong],
  ['device_id as a number', customer({ device_id: 7 }), 'customer.device_id', wrong],
  ['birth_date the other way round', customer({ birth_date: '31.01.1990' }), 'customer.birth_date', wrong],
  ['no such birth_date', customer({ birth_date: '1990-02-30' }), 'customer.birth_date', wrong],
  [
    'external_id of 256 characters',
    customer({ external_id: 'x'.repeat(256) }),
    'customer.external_id',
    long(255),
  ],
  [
    'first_name of 31 characters',
    billed({ first_name: 'x'.repeat(31) }),
    'billing_address.first_name',
    long(30),
  ],
  [
    'last_name of 31 characters',
    billed({ last_name: 'x'.repeat(31) }),
    'billing_address.last_name',
    long(30),
  ],
  ['unknown country', billed({ country: 'XX' }), 'billing_address.country', wrong],
  ['city of 61 characters', billed({ city: 'x'.repeat(61) }), 'billing_address.city', long(60)],
  [
    'state outside US and CA',
    billed({ country: 'DE', state: 'BY' }),
    'billing_address.state',
    'must be blank',
  ],
  ['state in words', billed({ country: 'US', state: 'Texas' }), 'billing_address.state', wrong],
  ['zip of four digits in US', billed({ country: 'US', zip: '1000' }), 'billing_address.zip', wrong],
  ['address of 256 characters', billed({ address: 'x'.repeat(256) }), 'billing_address.address', long(255)],
  ['phone of 101 characters', billed({ phone: '1'.repeat(101) }), 'billing_address.phone', long(100)],
  ['travel as a list', request({ travel: [] }), 'travel', wrong],
  ['airline as text', request({ travel: { airline: 'B2' } }), 'travel.airline', wrong],
  [
    'ticket_number of 13 digits',
    airline({ ticket_number: '3905241025377' }),
    'travel.airline.ticket_number',
    wrong,
  ],
  [
    'unknown indicator',
    airline({ restricted_ticked_indicator: '2' }),
    'travel.airline.restricted_ticked_indicator',
    wrong,
  ],
  ['legs as an object', airline({ legs: {} }), 'travel.airline.legs', wrong],
  ['airline of three letters', leg({ airline_code: 'ABC' }), 'travel.airline.legs', wrong],
  ['unknown stop over', leg({ stop_over_code: 'Y' }), 'travel.airline.legs', wrong],
  [
    'departure with a zone',
    leg({ departure_date_time: '2039-05-26T05:15:00Z' }),
    'travel.airline.legs',
    wrong,
  ],
  ['airport of two letters', leg({ originating_airport_code: 'VI' }), 'travel.airline.legs', wrong],
  ['class of two letters', leg({ class: 'CC' }), 'travel.airline.legs', wrong],
  ['passengers as text', airline({ passengers: 'Maria' }), 'travel.airline.passengers', wrong],
  ['passenger of numbers', airline({ passengers: [{ first_name: 1 }] }), 'travel.airline.passengers', wrong],
]

testRefusals('endpoint 1', rows.map(tokenizationCase), async (sandbox) => {
  await sandbox.call('PUT', '/shop', { body: { three_d_secure: true } })
  return {}
})
