import 'server-only'

/** For tests: cards as someone might write them into a notification. */
export type Random = { int: (below: number) => number; pick: <Value>(of: readonly Value[]) => Value; chance: (share: number) => boolean; text: (length: number) => string } // prettier-ignore

/** Of the large brands, with valid check digits. */
export const cardNumbers = ['4200000000000000', '4111111111111111', '5204240000015003', '2223003122003222',
  '378282246310005', '30569309025904', '6011111111111117', '6212345678901234569', '4222222222222'] // prettier-ignore
export const tokenMark = 'fuzz-secret-'

/** Returns a body with a card number or token in an unusual place, where it must not be stored either. */
export function withCard(random: Random): Buffer {
  const number = random.pick(cardNumbers)
  const token = tokenMark + random.text(20)
  const grouped = number.replaceAll(/(\d{4})(?=\d)/g, random.pick(['$1 ', '$1-']))
  const escaped = `\\u003${number[0] ?? ''}${number.slice(1)}`
  const said = random.pick([
    number,
    grouped,
    `card ${number}!`,
    `(${grouped})`,
    `${number} ${number}`,
    `${grouped} ${random.int(1000)}`,
  ])
  const uid = `"uid":"c-${random.text(12)}"`
  const whole = (inner: string) => `{"transaction":{${uid},"status":"successful",${inner}}}`
  const usual = random.pick(cardNumbers.filter(({ length }) => [15, 16, 19].includes(length)))
  const text = random.pick([
    whole(`"tracking_id":"a;${usual}","customer":{"phone":"${usual}"}`),
    whole(`"description":"4200.0000.0000.0000 4111\u00a01111\u20131111\u200b1111"`),
    whole(`"additional_data":{"raw":${JSON.stringify(JSON.stringify({ credit_card: { token, number } }))}}`),
    whole(`"recipient_card":{"token":"${token}"},"cards":[{"token":"${token}"}]`),
    `{"token":"${token}","brand":"visa","last_4":"0000","stamp":"s"}`,
    `{"uid":"c-${random.text(12)}","payment_method":{"token":"${token}"}}`,
    `<credit_card><token>${token}</token><number>${number}</number></credit_card>`,
    `<creditCard token="${token}" number='${number}'/>`,
    `--b\r\nContent-Disposition: form-data; name="credit_card[token]"\r\n\r\n${token}\r\n--b--`,
    `credit_card%5Btoken%5D=${token}&credit_card[number]=${number.replace('0', '%30')}`,
    whole(`"description":${JSON.stringify(said)}`),
    whole(`"message":"${escaped}","message":"x"`),
    whole(`"x":${number}`),
    whole(`"x":[[[{"y":[${JSON.stringify(said)}]}]]]`),
    whole(`"${random.pick([number, grouped, escaped])}":1`),
    whole(`"credit_card":{"number":"${number}","number":"","verification_value":"123"}`),
    whole(`"credit_card":{"token":"${token}","token":"${token}"}`),
    whole(`"recipient_credit_card":{"token":"${token}"},"credit_card":null`),
    whole(`"credit_card":[{"token":"${token}"},{"token":["${token}"]}]`),
    whole(`"credit_card":{"deep":{"deeper":{"token":"${token}"}}}`),
    whole(`"credit_card":{"token":{"value":"${token}"}}`),
    `{"credit_card":{"token":"${token}"}}`,
    `[{"credit_card":{"token":"${token}"}}]`,
    `card=${number}&amount=1`,
    JSON.stringify(said),
    number,
    whole(`"credit_card":{"token":"${token}","number":"${number}"}`).slice(0, -1 - random.int(2)),
    `{"transaction":{${uid},"credit_card":{"token":"${token}`,
    `{"transaction":{${uid},"credit_card":{"token" : "${token}", trailing}}}`,
  ])
  const bytes = Buffer.from(random.chance(0.1) ? `\ufeff${text}` : text)
  const isBroken = random.chance(0.1)
  return isBroken ? Buffer.concat([bytes, Buffer.of(0xff, 0xc0)]) : bytes
}
