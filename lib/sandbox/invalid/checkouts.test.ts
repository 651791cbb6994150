import { checkoutCase, type NestedRow, testRefusals, without } from './testing'

const order = { amount: 500, currency: 'EUR', description: 'Order 7' }
const right = { transaction_type: 'payment', order }

const checkout = (over: object = {}) => ({ checkout: { ...right, ...over } })
const ordered = (over: object) => checkout({ order: { ...order, ...over } })
const checkoutWithout = (field: string) => checkout({ order: without(order, field) })
const additional = (over: object) => ordered({ additional_data: over })
const onFile = (over: object) => additional({ card_on_file: over })
const payer = (over: object) => checkout({ customer: over })
const paidBy = (over: object) => checkout({ payment_method: over })

const blank = "can't be blank"
const wrong = 'is invalid'
const words = 'is not a number'
const long = 'is too long (maximum is 255 characters)'
const positive = 'must be greater than 0'

const rows: NestedRow[] = [
  ['nothing', {}, 'checkout', blank],
  ['null for the checkout', { checkout: null }, 'checkout', blank],
  ['text for the checkout', { checkout: 'x' }, 'checkout', wrong],
  ['a list for the checkout', { checkout: [] }, 'checkout', wrong],
  ['no type', { checkout: { order } }, 'checkout.transaction_type', blank],
  ['unknown type', checkout({ transaction_type: 'refund' }), 'checkout.transaction_type', wrong],
  ['type as a number', checkout({ transaction_type: 1 }), 'checkout.transaction_type', wrong],
  ['attempts as text', checkout({ attempts: '3' }), 'checkout.attempts', words],
  ['no attempts', checkout({ attempts: 0 }), 'checkout.attempts', positive],
  ['half an attempt', checkout({ attempts: 0.5 }), 'checkout.attempts', words],
  [
    'descriptor as a number',
    checkout({ dynamic_billing_descriptor: 1 }),
    'checkout.dynamic_billing_descriptor',
    wrong,
  ],
  ['test as text', checkout({ test: 'true' }), 'checkout.test', wrong],
  ['iframe as a number', checkout({ iframe: 1 }), 'checkout.iframe', wrong],
  ['no order', { checkout: { transaction_type: 'payment' } }, 'checkout.order', blank],
  ['order as text', checkout({ order: 'x' }), 'checkout.order', wrong],
  ['order as a list', checkout({ order: [order] }), 'checkout.order', wrong],
  ['no amount', checkoutWithout('amount'), 'checkout.order.amount', blank],
  ['null amount', ordered({ amount: null }), 'checkout.order.amount', blank],
  ['amount as text', ordered({ amount: '500' }), 'checkout.order.amount', words],
  ['fraction as amount', ordered({ amount: 5.5 }), 'checkout.order.amount', words],
  ['zero amount', ordered({ amount: 0 }), 'checkout.order.amount', positive],
  ['negative amount', ordered({ amount: -500 }), 'checkout.order.amount', positive],
  [
    'amount beyond safety',
    ordered({ amount: 2 ** 53 }),
    'checkout.order.amount',
    'must be less than or equal to 9007199254740991',
  ],
  ['no currency', checkoutWithout('currency'), 'checkout.order.currency', blank],
  ['unknown currency', ordered({ currency: 'XYZ' }), 'checkout.order.currency', wrong],
  ['currency as a number', ordered({ currency: 978 }), 'checkout.order.currency', wrong],
  ['no description', checkoutWithout('description'), 'checkout.order.description', blank],
  ['empty description', ordered({ description: '' }), 'checkout.order.description', blank],
  ['description as a list', ordered({ description: [] }), 'checkout.order.description', wrong],
  ['tracking_id as a number', ordered({ tracking_id: 7 }), 'checkout.order.tracking_id', wrong],
  [
    'tracking_id of 256 characters',
    ordered({ tracking_id: 'x'.repeat(256) }),
    'checkout.order.tracking_id',
    long,
  ],
  ['no zone', ordered({ expired_at: '2039-12-31T10:00:00' }), 'checkout.order.expired_at', wrong],
  ['Z for a zone', ordered({ expired_at: '2039-12-31T10:00:00Z' }), 'checkout.order.expired_at', wrong],
  [
    'expired before it began',
    ordered({ expired_at: '2009-12-31T10:00:00+00:00' }),
    'checkout.order.expired_at',
    wrong,
  ],
  ['year 10000', ordered({ expired_at: '9999-12-31T23:59:59-23:59' }), 'checkout.order.expired_at', wrong],
  ['additional_data as text', ordered({ additional_data: 'x' }), 'checkout.order.additional_data', wrong],
  [
    'receipt_text as text',
    additional({ receipt_text: 'x' }),
    'checkout.order.additional_data.receipt_text',
    wrong,
  ],
  ['unknown contract', additional({ contract: ['x'] }), 'checkout.order.additional_data.contract', wrong],
  [
    'avs_cvc_verification as text',
    additional({ avs_cvc_verification: 'x' }),
    'checkout.order.additional_data.avs_cvc_verification',
    wrong,
  ],
  [
    'card_on_file as a flag',
    additional({ card_on_file: true }),
    'checkout.order.additional_data.card_on_file',
    wrong,
  ],
  [
    'unknown initiator',
    onFile({ initiator: 'bank' }),
    'checkout.order.additional_data.card_on_file.initiator',
    wrong,
  ],
  ['unknown reason', onFile({ type: 'tip' }), 'checkout.order.additional_data.card_on_file.type', wrong],
  ['customer as text', checkout({ customer: 'Maria' }), 'checkout.customer', wrong],
  ['no email', payer({ email: 'maria' }), 'checkout.customer.email', wrong],
  ['first_name as a number', payer({ first_name: 1 }), 'checkout.customer.first_name', wrong],
  ['unknown country', payer({ country: 'XX' }), 'checkout.customer.country', wrong],
  [
    'state outside US and CA',
    payer({ country: 'LV', state: 'RI' }),
    'checkout.customer.state',
    'must be blank',
  ],
  ['zip of four digits in US', payer({ country: 'US', zip: '1000' }), 'checkout.customer.zip', wrong],
  ['no such birth_date', payer({ birth_date: '1990-13-01' }), 'checkout.customer.birth_date', wrong],
  ['taxpayer_id as a number', payer({ taxpayer_id: 5 }), 'checkout.customer.taxpayer_id', wrong],
  ['payment_method as text', checkout({ payment_method: 'credit_card' }), 'checkout.payment_method', wrong],
  ['types as text', paidBy({ types: 'credit_card' }), 'checkout.payment_method.types', wrong],
  ['a number as type', paidBy({ types: [1] }), 'checkout.payment_method.types', wrong],
  ['a type of two methods', paidBy({ types: [{ a: {}, b: {} }] }), 'checkout.payment_method.types', wrong],
  [
    'excluded_types as an object',
    paidBy({ excluded_types: {} }),
    'checkout.payment_method.excluded_types',
    wrong,
  ],
  [
    'excluded_brands as text',
    paidBy({ excluded_brands: 'visa' }),
    'checkout.payment_method.excluded_brands',
    wrong,
  ],
  ['card as text', paidBy({ credit_card: 'token' }), 'checkout.payment_method.credit_card', wrong],
  [
    'empty card token',
    paidBy({ credit_card: { token: '' } }),
    'checkout.payment_method.credit_card.token',
    blank,
  ],
  [
    'unknown card token',
    paidBy({ credit_card: { token: 'a'.repeat(64) } }),
    'checkout.payment_method.credit_card.token',
    'does not exist',
  ],
  ['travel as text', checkout({ travel: 'x' }), 'checkout.travel', wrong],
  [
    'passengers as text',
    checkout({ travel: { airline: { passengers: 'x' } } }),
    'checkout.travel.airline.passengers',
    wrong,
  ],
]

testRefusals('endpoint 2', rows.map(checkoutCase))
