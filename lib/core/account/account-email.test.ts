import { describe, expect, it } from 'vitest'
import { emailChange } from '../../account/schema'
import { invite } from '../../people/schema'
import { normalEmail } from './account-email'

describe('a new e-mail to sign in with', () => {
  const given = { name: 'Ada', role: 'viewer' as const }
  const taken = (email: string) => [
    invite.safeParse({ ...given, email }).success,
    emailChange.safeParse({ email }).success,
  ]

  it.each([
    'long.@shop.example',
    '.ada@shop.example',
    'ada..b@shop.example',
    'ada@shop..example',
    'ada@.example',
    'ada@shop.example.',
    'ada',
    'ada@',
    'a da@shop.example',
  ])('is not %s, which mail servers refuse', (email) => expect(taken(email)).toEqual([false, false]))

  it.each(['ada.b@shop.example', 'owner@localhost', "o'neil+shop@shop.example", 'zoë@müller.example'])(
    'can be %s',
    (email) => expect(taken(email)).toEqual([true, true]),
  )
})

describe('the form in which an account’s address is stored', () => {
  it.each([
    ['Ada@Shop.example', 'ada@shop.example'],
    [' \u00a0ada@shop.example\n', 'ada@shop.example'],
    ['ＡＤＡ＠shop．example', 'ada@shop.example'],
    ['ﬁona@shop.example', 'fiona@shop.example'],
    ['Zoe\u0308@shop.example', 'zoë@shop.example'],
    ['ΟΔΟΣ@shop.example', 'οδοσ@shop.example'],
    ['οδος@shop.example', 'οδοσ@shop.example'],
    ['STRAẞE@shop.example', 'straße@shop.example'],
    ['\u212Bsa@shop.example', 'åsa@shop.example'],
    ['İRIS@shop.example', 'i\u0307ris@shop.example'],
    ['I\u0307RIS@shop.example', 'i\u0307ris@shop.example'],
    ['i\u0307ris@shop.example', 'i\u0307ris@shop.example'],
    ['ıris@shop.example', 'ıris@shop.example'],
    ['IRIS@shop.example', 'iris@shop.example'],
  ])('%j is %j', (text, expected) => expect(normalEmail(text)).toBe(expected))

  it('is its own normal form, for every character', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const once = normalEmail(`a${String.fromCodePoint(code)}\u0307b@x`)
      if (normalEmail(once) !== once) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('is what invitations store and limit', () => {
    const person = { name: 'Ada', role: 'support' }
    expect(invite.parse({ ...person, email: ' ＡＤＡ＠Shop.example ' }).email).toBe('ada@shop.example')
    expect(invite.safeParse({ ...person, email: 'a\u3000b@shop.example' }).success).toBe(false)
    // NFKC turns this one character into 18.
    expect(invite.safeParse({ ...person, email: `${'ﷺ'.repeat(20)}@shop.example` }).success).toBe(false)
  })
})
