import { describe, expect, it } from 'vitest'
import { withoutCards } from './without-cards'

const pan = '4200000000000000'
const token = 'a1b2c3d4-e5f6-7890-abcd-ef0123456789'
const stored = (text: string) => {
  const { body, tokens, hasCardNumber } = withoutCards(Buffer.from(text))
  return { text: body.toString(), tokens, hasCardNumber }
}

describe('a body as it is stored', () => {
  it('is unchanged if it holds no card', () => {
    const text = '{ "transaction" :{"uid":"1-310b0da80b", "amount": 1e3,"x":"\\u00e9 / \\/",\n "z":[1,2]}} \n'
    const given = Buffer.from(text)
    const unchanged = { body: given, tokens: {}, hasCardNumber: false, isRestorable: true }
    expect(withoutCards(given)).toEqual(unchanged)
  })

  it('replaces a card token by dots, returns it by path, and changes nothing else', () => {
    const card = `{"transaction": {"credit_card": { "token" : "${token}","last_4":"0000" }, "additional_data":{"vendor":{"token":"${'f'.repeat(64)}"}}} }`
    expect(stored(card)).toEqual({
      text: card.replace(token, '••••6789'),
      tokens: { 'transaction.credit_card.token': token },
      hasCardNumber: false,
    })
    expect(stored(`{"recipient_credit_card":{"token":"${token}"}}`).tokens).toEqual({
      'recipient_credit_card.token': token,
    })
    expect(stored('{"credit_card":{"token":"\\u0061bc"}}')).toMatchObject({
      text: '{"credit_card":{"token":"••••"}}',
      tokens: { 'credit_card.token': 'abc' },
    })
  })

  it.each([
    ['in its field', `{"credit_card":{"number":"${pan}"}}`, '{"credit_card":{"number":"••••"}}'],
    ['in groups', `{"description":"card 4200 0000 0000 0000!"}`, '{"description":"card ••••0000!"}'],
    ['as a number', `{"x":${pan}}`, '{"x":"••••0000"}'],
    ['in a list', `[["5204240000015003"]]`, '[["••••5003"]]'],
    ['escaped', `{"x":"\\u0034200000000000000"}`, '{"x":"••••0000"}'],
    ['in no JSON', `number=${pan}&x=1`, 'number=••••0000&x=1'],
    ['with dots between', '{"x":"4200.0000.0000.0000"}', '{"x":"••••0000"}'],
    ['with other spaces and dashes', '{"x":"4200\u00a00000\\u20130000\u200b0000"}', '{"x":"••••0000"}'],
    [
      'in digits of other scripts',
      '{"x":"４２００ ００００ ００００ ００００, ٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠"}',
      '{"x":"••••0000, ••••0000"}',
    ],
    ['in such digits after a picture', '😀 ４２００００００００００００００ 😀', '😀 ••••0000 😀'],
    ['in raised digits', '{"x":"⁴²⁰⁰⁰⁰⁰⁰⁰⁰⁰⁰⁰⁰⁰⁰!"}', '{"x":"••••0000!"}'],
    ['in raised digits of some Latin alphabets', '{"x":"⁴¹¹¹ ¹¹¹¹ ¹¹¹¹ ¹¹¹¹"}', '{"x":"••••1111"}'],
    ['in lowered digits', '{"x":"₄₂₀₀-₀₀₀₀-₀₀₀₀-₀₀₀₀"}', '{"x":"••••0000"}'],
    ['in circled digits', '{"x":"④②⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪⓪"}', '{"x":"••••0000"}'],
    [
      'in mathematical digits',
      '{"x":"😀 𝟒𝟐𝟎𝟎 𝟎𝟎𝟎𝟎 𝟎𝟎𝟎𝟎 𝟎𝟎𝟎𝟎, 𝟺𝟸𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶𝟶."}',
      '{"x":"😀 ••••0000, ••••0000."}',
    ],
    ['in digits of a script beyond the first plane', '{"x":"𑁪𑁨𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦𑁦"}', '{"x":"••••0000"}'],
    ['after the number of a footnote', '{"x":"¹4200000000000000²"}', '{"x":"¹••••0000²"}'],
    ['with one raised digit', '{"x":"⁴200000000000000"}', '{"x":"••••0000"}'],
    ['as a tracking ID', `{"tracking_id":"${pan};7"}`, '{"tracking_id":"••••0000;7"}'],
    ['as a telephone number', `{"phone":"${pan}"}`, '{"phone":"••••0000"}'],
    ['in JSON in a text', `{"x":"{\\"number\\":\\"${pan}\\"}"}`, '{"x":"{\\"number\\":\\"••••0000\\"}"}'],
    ['in XML', `<number>${pan}</number>`, '<number>••••0000</number>'],
    ['in codes of XML', `<n>&#52;&#x32;00000000000000</n>`, '<n>••••0000</n>'],
    ['in codes of a form', `n=%34200000000000000&x=1`, 'n=••••0000&x=1'],
    ['in letters of two bytes', `"${Array.from(pan, (digit) => `${digit}\0`).join('')}"`, '"••••0000"'],
    ['of another brand', '{"x":"3530111333300000 9112380000000010"}', '{"x":"••••0000 ••••0010"}'],
    ['named so', '{"additional_data":{"pan":"9200 0000 0000 0002"}}', '{"additional_data":{"pan":"••••"}}'],
    ['of another card', '{"card":{"number":"9200000000000002"}}', '{"card":{"number":"••••"}}'],
    ['in a form', 'number=4200+0000+0000+0000&x=4200%200000', 'number=••••0000&x=4200 0000'],
  ])('has no card number %s, and reports that it had one', (_where, given, expected) =>
    expect(stored(given)).toEqual({ text: expected, tokens: {}, hasCardNumber: true }),
  )

  it('has no card token, of however many; some of them are handed on', () => {
    const { text, tokens } = stored(
      JSON.stringify({ credit_card: { token: Array.from({ length: 5_000 }, (_, n) => `token-${n}`) } }),
    )
    expect(text).not.toContain('token-')
    expect(tokens).toEqual({ 'credit_card.token': 'token-0' })
    const cards = Array.from({ length: 500 }, (_, n) => [`c${n}_credit_card`, { token: `token-${n}` }])
    const many = stored(JSON.stringify(Object.fromEntries(cards)))
    expect(many.text).not.toContain('token-')
    expect(Object.keys(many.tokens)).toHaveLength(100)
    const last = stored(
      JSON.stringify({ ...Object.fromEntries(cards), transaction: { credit_card: { token } } }),
    )
    expect(last.tokens['transaction.credit_card.token']).toBe(token)
  })

  it('has no card token that is kept where that would take more room than the body', () => {
    const long = 'k'.repeat(1_000)
    const far = stored(JSON.stringify({ [long]: { credit_card: { token } }, credit_card: { token: long } }))
    expect(far.tokens).toEqual({})
    expect(far.text).not.toContain(token)
    expect(far.text.match(/••••/g)).toHaveLength(2)
  })

  it('has no card token where it came as a form', () => {
    const form = `transaction[credit_card][token]=${token}&credit_card%5Bcvc%5D=123&vendor[token]=abc`
    const others = `&credit%5Fcard[token][]=${token}&credit_card.token=${token}`
    expect(stored(form + others)).toEqual({
      text: 'transaction[credit_card][token]=••••&credit_card%5Bcvc%5D=••••&vendor[token]=abc&credit%5Fcard[token][]=••••&credit_card.token=••••',
      tokens: {},
      hasCardNumber: false,
    })
  })

  it.each([
    ['XML', (of: string) => `<credit_card><b:token a="1">${of}</b:token><cvc>123</cvc></credit_card>`],
    ['a text of XML', (of: string) => `<credit_card><token><![CDATA[${of}]]></token></credit_card>`],
    ['a tag of XML', (of: string) => `<creditCard token='${of}' holder="S"/>`],
    ['JSON in a text', (of: string) => JSON.stringify({ x: JSON.stringify({ credit_card: { token: of } }) })],
    ['JSON twice in a text', (of: string) => JSON.stringify([JSON.stringify(JSON.stringify({ credit_card: { token: of } }))])], // prettier-ignore
    ['a form in a text', (of: string) => JSON.stringify({ x: `credit_card[token]=${of}&a=b` })],
    ['a form in parts', (of: string) => `--b\r\nContent-Disposition: form-data; name="credit_card[token]"\r\n\r\n${of}\r\n--b--\r\n`], // prettier-ignore
    ['one name', (of: string) => JSON.stringify({ card_token: of, 'credit_card.token': of, creditCard: { token: of } })], // prettier-ignore
    [
      'a form without a card’s name for it',
      (of: string) => `card_number=1&token=${of}&card_token=${of}&card%5Ftoken=${of}`,
    ],
    ['an address', (of: string) => JSON.stringify({ url: `https://shop.example/?a=1&card_token=${of}&b=2` })],
    [
      'XML of one name',
      (of: string) =>
        `<a><card_token>${of}</card_token><CardToken>${of}</CardToken><c cardToken="${of}"/></a>`,
    ],
    ['nearly JSON', (of: string) => `{'credit_card': {'token': '${of}', brand: 'visa'}}`],
    ['YAML', (of: string) => `credit_card:\n  token: ${of}\n  brand: visa\n`],
    ['letters of two bytes', (of: string) => Array.from(`{"credit_card":{"token":"${of}"}}`, (letter) => `${letter}\0`).join('')], // prettier-ignore
  ])('has no card token in %s', (_how, bodyOf) => {
    const { text } = stored(bodyOf(token))
    expect(text).not.toContain(token)
    expect(text).not.toContain(`>${token.slice(0, 8)}`)
    expect(text).toContain('••••')
  })

  it.each([
    [
      'of who gets the money',
      { transaction: { recipient_card: { token } } },
      'transaction.recipient_card.token',
    ],
    ['of a subscription', { id: 'sbs_1', card: { brand: 'visa', last_4: '1006', token } }, 'card.token'],
    ['as a method of payment', { payment_method: { type: 'credit_card', token } }, 'payment_method.token'],
    ['by itself', { token, holder: 'S', stamp: 's', last_4: '0000' }, 'token'],
    ['of several', { cards: [{ token }] }, 'cards.token'],
    ['of the network', { credit_card: { network_token: token } }, 'credit_card.network_token'],
    ['in capitals', { creditCard: { TOKEN: token } }, 'creditCard.TOKEN'],
  ])('has no card token %s, which is returned', (_whose, json, place) => {
    const text = JSON.stringify(json)
    expect(stored(text)).toMatchObject({ text: text.replace(token, '••••6789'), tokens: { [place]: token } })
  })

  it('has no card token where it is said again', () => {
    const text = JSON.stringify({
      credit_card: { token },
      message: `saved ${token}`,
      receipt_url: `https://shop.example/?token=${token}&a=1`,
    })
    expect(stored(text).text).toBe(text.replaceAll(token, '••••6789'))
    // A token of digits, also as a number. What is stored is still JSON.
    const digits = '9876543210987654'
    const said = stored(
      `{"credit_card":{"token":"${digits}"},"a":${digits},"${digits}":"x","b":"\\u0022${digits}"}`,
    )
    expect(said.text).toBe(
      '{"credit_card":{"token":"••••7654"},"a":"••••7654","••••7654":"x","b":"\\"••••7654"}',
    )
  })

  it('has no card token in texts within texts, however many', () => {
    // Because of the wrong escapes, the text after each quotation mark is read as one within the last.
    const nested = `"${String.raw`\q\"`.repeat(150_000)} card token: ${token}"`
    for (const text of [nested, JSON.stringify({ x: nested })]) expect(stored(text).text).not.toContain(token)
  })

  it('has no card token that is said ten thousand times', () => {
    const card = JSON.stringify({ token: `${token}-and-as-long-as-others` })
    const { text } = stored(`{"cards":[${Array.from({ length: 10_000 }, () => card).join()}],"x":"${token}"}`)
    expect(text).not.toContain('-and-as-long')
  })

  it('keeps payment tokens, also beside a card', () => {
    const text = JSON.stringify({ token, card: { last_4: '0000' }, vendor: { token }, checkout: { token } })
    expect(stored(text)).toEqual({ text, tokens: {}, hasCardNumber: false })
  })

  it('has the rest of a form in parts', () => {
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const given =
      part('credit_card[token]', token) + part('credit_card[holder]', 'Sofia') + part('token', 'f')
    expect(stored(`${given}--b--\r\n`).text).toBe(`${given.replace(token, '••••')}--b--\r\n`)
  })

  it('has none in bytes that are no text', () => {
    const { body, hasCardNumber } = withoutCards(
      Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(` ${pan} `)]),
    )
    expect(body.toString('latin1')).toBe('\u00ff\u00fe ****0000 ')
    expect(hasCardNumber).toBe(true)
  })

  it('has none in bytes that are partly UTF-8', () => {
    const spaced = '4111\u00a01111\u20131111\u200b1111'
    const given = Buffer.concat([Buffer.from(`• \u{10080} é ${spaced} 4111`), Buffer.of(0xa0), Buffer.from('1111\xa011111111', 'latin1'), Buffer.of(0xff, 0xc0, 0xed, 0xa0, 0x80)]) // prettier-ignore
    const { body, hasCardNumber } = withoutCards(given)
    const expected = Buffer.concat([Buffer.from('• \u{10080} é ****1111 ****1111'), Buffer.of(0xff, 0xc0, 0xed, 0xa0, 0x80)]) // prettier-ignore
    expect(body.toString('hex')).toBe(expected.toString('hex'))
    expect(hasCardNumber).toBe(true)
    const bytes = Buffer.from(Array.from({ length: 3000 }, (_, at) => ((at * 7919) % 251) ^ (at % 256)))
    expect(withoutCards(bytes).body.equals(bytes)).toBe(true)
  })

  it('has no token of a form that begins with a mark', () => {
    const form = `\ufeff--b\r\nContent-Disposition: form-data; name="credit_card[token]"\r\n\r\n${token}\r\n--b--`
    expect(stored(form).text).toBe(form.replace(token, '••••'))
    expect(stored(`\ufefftoken=${token}&card=visa`).text).toBe('\ufefftoken=••••&card=visa')
  })

  it.each([
    `{"uid":"u","payment_method":{"token":"${token}"}}`,
    `{"token":"${token}","exp_month":12}`,
    `{"token":"${token}","first_1":"4"}`,
    `{"token":"${token}","bin":"420000"}`,
    `uid=u&payment_method[token]=${token}`,
    `uid=u&payment%5Fmethod%5Btoken%5D=${token}`,
  ])('has no card token under another name, in text that is no JSON: %s', (text) => {
    expect(stored(`${text}\u0000}`).text).not.toContain(token)
    expect(withoutCards(Buffer.from(`${text}\u00ff`, 'latin1')).body.toString()).not.toContain(token)
  })

  it('has a payment token, where only the way it is paid is named', () => {
    const cut = '{"payment_method_type":"erip","checkout":{"token":"c0ffee"}'
    expect(stored(cut).text).toBe(cut)
  })

  it('has none of 19 digits, nor after a byte order mark', () => {
    expect(stored('{"message":"6212345678901234569"}')).toMatchObject({ text: '{"message":"••••4569"}' })
    const marked = `\uFEFF{"transaction":{"credit_card":{"token":"${token}"}}}`
    expect(stored(marked)).toMatchObject({ tokens: { 'transaction.credit_card.token': token } })
    expect(stored(marked).text).not.toContain(token)
  })

  it.each(['4200000000000000e0', '4.200000000000000E15', '-4200000000000000', '4200000000000000.0'])(
    'has no card number written as %s',
    (number) => {
      const { text, hasCardNumber } = stored(`{"a":[${number}],"b":-1.5e3}`)
      expect([text, hasCardNumber]).toEqual(['{"a":["••••0000"],"b":-1.5e3}', true])
    },
  )

  it.each(['CVV', 'cvc2', 'security_code', 'csc', 'card_cvv', 'verificationValue'])('has no %s', (name) => {
    expect(stored(JSON.stringify({ credit_card: { [name]: '987' } })).text).toBe(
      `{"credit_card":{"${name}":"••••"}}`,
    )
    expect(stored(`card_number=1&${name}=987&a=b`).text).toBe(`card_number=1&${name}=••••&a=b`)
  })

  it('has no security code', () => {
    expect(stored('{"credit_card":{"verification_value":"123","cvc":123}}')).toMatchObject({
      text: '{"credit_card":{"verification_value":"••••","cvc":"••••"}}',
      hasCardNumber: false,
    })
  })

  it.each([
    ['a reference of the acquirer', '{"payment":{"rrn":"420000000000","ref_id":"4200000000000000"}}'],
    ['a moment in milliseconds', '{"at":1700000000000}'],
    ['digits that fail the check', '{"x":"4200000000000001"}'],
    ['a telephone number', '{"customer":{"phone":"4915112345675"},"x":"+447911123456"}'],
    ['addresses and numbers with dots', '{"x":"10.0.0.1 192.168.100.200","y":"4111.1111.11111111"}'],
    ['an order number', '{"tracking_id":"5001234567892","external_id":"4222222222222"}'],
    ['digits of an ID', '{"tracking_id":"order-4200000000000000","x":"ab4200000000000000"}'],
    ['digits that no large brand begins with', '{"x":"9200000000000002"}'],
    ['another number', '{"number":"42","credit_card":{"exp_year":2030}}'],
  ])('leaves %s alone', (_what, text) =>
    expect(stored(text)).toEqual({ text, tokens: {}, hasCardNumber: false }),
  )
})
