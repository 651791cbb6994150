import { describe, expect, it } from 'vitest'
import { guard } from '@/lib/core/server/files/csv'
import { maskPayload, maskedText, onOneLine } from './mask'

const all = { isPersonalShown: true }
const little = { isPersonalShown: false }

describe('the text of a payload', () => {
  it.each([
    ['numbers of any size', '{ "a" : 12345678901234567890123, "b": 1e400, "c": 1.10,\n"d": -0 }'],
    ['what is there twice', '{"a":1,"a":"x"}'],
    ['how it is written', '{"a":"\\u0041 \\/","b":[ ]}\n'],
  ])('keeps %s', (_what, text) => {
    expect(maskedText(text, all)).toBe(text)
    expect(maskedText(text, little)).toBe(text)
  })

  it('says as little as the payload does', () => {
    const payload = {
      customer: { email: 'sofia@mail.example', phone: 491701234567, device_id: ['d', 'e'], last_name: null },
      credit_card: { token: 'abcdefgh12345678', number: '4200000000000000', holder: 'S', list: [{ cvc: 1 }] },
      x: ['4200 0000 0000 0000', 4200000000000000, '', true, 12],
    }
    for (const rights of [all, little])
      expect(JSON.parse(maskedText(JSON.stringify(payload), rights))).toEqual(
        rights === little
          ? {
              ...(maskPayload(payload, rights) as object),
              // Each value separately, because the structure stays.
              customer: {
                email: 's•••@mail.example',
                phone: '•••',
                device_id: ['•••', '•••'],
                last_name: null,
              },
            }
          : maskPayload(payload, rights),
      )
  })

  it('hides personal data in both texts, at any depth', () => {
    const text = '{"email":"sofia@a.example","email":"","address":{"Hauptstr. 1":{"x":["Sofia",7]}}}'
    expect(maskedText(text, little)).toBe(
      '{"email":"s•••@a.example","email":"","address":{"•••":{"•••":["•••","•••"]}}}',
    )
    const deep = `${'{"a":'.repeat(200)}{"address":{"b":"Sofia"}}${'}'.repeat(200)}`
    expect(maskedText(deep, little)).not.toContain('Sofia')
  })

  it('is one line', () => {
    expect(onOneLine('{ "a" : "b  c\\"  d",\r\n "e": [1,\t2] }\n')).toBe('{"a":"b  c\\"  d", "e":[1, 2]}')
  })

  it('is JSON in a CSV file, too', () => {
    const json = '["a","-5",-5,{"x":"a,=1","@type":1}]'
    const cell: unknown = JSON.parse(guard(onOneLine(json)))
    expect(cell).toEqual(['a', '-5', -5, { x: "a,'=1", '@type': 1 }])
  })
})
