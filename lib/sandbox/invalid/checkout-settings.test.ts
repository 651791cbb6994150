import { checkoutCase, type NestedRow, testRefusals } from './testing'

const wrong = 'is invalid'
const url = 'does not appear to be valid'

/** Invalid `settings` of an otherwise valid checkout, the path of the error and its text. */
type Row = [what: string, settings: unknown, path: string, text: string]

const rows: Row[] = [
  ['settings as text', 'x', '', wrong],
  ['settings as a list', [1], '', wrong],
  ['auto_pay as text', { auto_pay: 'true' }, 'auto_pay', wrong],
  ['save_card_toggle as a flag', { save_card_toggle: true }, 'save_card_toggle', wrong],
  ['display as text', { save_card_toggle: { display: 'true' } }, 'save_card_toggle.display', wrong],
  [
    'consent as a number',
    { save_card_toggle: { customer_contract: 1 } },
    'save_card_toggle.customer_contract',
    wrong,
  ],
  ['text as a number', { save_card_toggle: { text: 1 } }, 'save_card_toggle.text', wrong],
  ['hint as a list', { save_card_toggle: { hint: [] } }, 'save_card_toggle.hint', wrong],
  ['another_card_toggle as text', { another_card_toggle: 'on' }, 'another_card_toggle', wrong],
  ['its display as a number', { another_card_toggle: { display: 0 } }, 'another_card_toggle.display', wrong],
  ['relative return_url', { return_url: '/back' }, 'return_url', url],
  ['success_url without a scheme', { success_url: 'books.example' }, 'success_url', url],
  ['script as decline_url', { decline_url: 'javascript:alert(1)' }, 'decline_url', url],
  ['half a character in success_url', { success_url: 'https://books.example/\ud800' }, 'success_url', url],
  ['fail_url as a number', { fail_url: 5 }, 'fail_url', url],
  ['space in cancel_url', { cancel_url: 'https://books.example/a b' }, 'cancel_url', url],
  [
    'line break in notification_url',
    { notification_url: 'https://books.example/\n' },
    'notification_url',
    url,
  ],
  [
    'another scheme in verification_url',
    { verification_url: 'ftp://books.example' },
    'verification_url',
    url,
  ],
  ['empty return_url', { return_url: '' }, 'return_url', url],
  ['auto_return as a number', { auto_return: 5 }, 'auto_return', wrong],
  ['auto_return in words', { auto_return: 'soon' }, 'auto_return', 'is not a number'],
  ['negative auto_return', { auto_return: '-1' }, 'auto_return', 'is not a number'],
  ['button_text as a list', { button_text: ['Pay'] }, 'button_text', wrong],
  ['button_next_text as a flag', { button_next_text: false }, 'button_next_text', wrong],
  ['language in capitals', { language: 'DE' }, 'language', wrong],
  ['language in words', { language: 'german' }, 'language', wrong],
  ['customer_fields as a list', { customer_fields: ['email'] }, 'customer_fields', wrong],
  ['visible as text', { customer_fields: { visible: 'email' } }, 'customer_fields.visible', wrong],
  ['unknown visible field', { customer_fields: { visible: ['iq'] } }, 'customer_fields.visible', wrong],
  ['unknown read_only field', { customer_fields: { read_only: ['ip'] } }, 'customer_fields.read_only', wrong],
  ['credit_card_fields as text', { credit_card_fields: 'holder' }, 'credit_card_fields', wrong],
  ['holder as a number', { credit_card_fields: { holder: 1 } }, 'credit_card_fields.holder', wrong],
  [
    'read_only of the number',
    { credit_card_fields: { read_only: ['number'] } },
    'credit_card_fields.read_only',
    wrong,
  ],
]

const checkout = (settings: unknown, over: object = {}) => ({
  checkout: {
    transaction_type: 'payment',
    order: { amount: 500, currency: 'EUR', description: 'Order 7' },
    settings,
    ...over,
  },
})

const emailLocked = { customer_fields: { read_only: ['email'] } }
const email = 'checkout.customer.email'

testRefusals('settings of endpoint 2', [
  ...rows.map(([what, settings, path, text]) =>
    checkoutCase([what, checkout(settings), `checkout.settings${path && `.${path}`}`, text]),
  ),
  ...(
    [
      ['a read-only email that nobody gave', checkout(emailLocked), email, "can't be blank"],
      ['one that is null', checkout(emailLocked, { customer: { email: null } }), email, "can't be blank"],
    ] satisfies NestedRow[]
  ).map(checkoutCase),
])
