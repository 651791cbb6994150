import { describe, expect, it } from 'vitest'
import { readFailure } from './errors'

describe('an error body of the gateway', () => {
  it.each<[string, unknown, { message: string; errors: Record<string, string[]> }]>([
    [
      'flat',
      {
        message: 'Ip address is invalid. Ip can’t be blank',
        errors: { ip: ['address is invalid', 'can’t be blank'] },
      },
      {
        message: 'Ip address is invalid. Ip can’t be blank',
        errors: { ip: ['address is invalid', 'can’t be blank'] },
      },
    ],
    [
      'wrapped',
      { response: { message: 'No', errors: { credit_card: { token: ['does not exist'] } } } },
      { message: 'No', errors: { 'credit_card.token': ['does not exist'] } },
    ],
    [
      'nested by section',
      { message: 'No', errors: { checkout: { settings: { return_url: ['does not appear to be valid'] } } } },
      { message: 'No', errors: { 'checkout.settings.return_url': ['does not appear to be valid'] } },
    ],
    [
      'by dotted names already, wrapped',
      { response: { message: 'No', errors: { order: ['is invalid'], 'order.currency': ['is invalid'] } } },
      { message: 'No', errors: { order: ['is invalid'], 'order.currency': ['is invalid'] } },
    ],
    ['a text for a field', { errors: { name: 'is bad' } }, { message: '', errors: { name: ['is bad'] } }],
    ['a text for all', { errors: 'is bad' }, { message: '', errors: { base: ['is bad'] } }],
    ['a list for all', { errors: ['one', 'two'] }, { message: '', errors: { base: ['one', 'two'] } }],
    ['base', { errors: { base: ['x'] } }, { message: '', errors: { base: ['x'] } }],
    ['a message only', { message: 'Record not found' }, { message: 'Record not found', errors: {} }],
    [
      'a message that is null',
      { message: null, errors: { a: ['b'] } },
      { message: '', errors: { a: ['b'] } },
    ],
    ['no texts in a list', { message: 'm', errors: { a: [1, null, {}] } }, { message: 'm', errors: {} }],
    ['odd values', { message: 'm', errors: { a: 1, b: null, c: true } }, { message: 'm', errors: {} }],
    ['an empty one', { message: '', errors: {} }, { message: '', errors: {} }],
  ])('%s', (_shape, body, failure) => expect(readFailure(body)).toEqual(failure))

  it.each([
    undefined,
    null,
    '',
    'text',
    7,
    true,
    [],
    ['x'],
    {},
    { error: 'x' },
    { response: {} },
    { message: 7 },
  ])('is none: %j', (body) => expect(readFailure(body)).toBeNull())

  it('keeps fields named like members of objects', () => {
    const failure = readFailure(
      JSON.parse('{"errors": {"__proto__": ["a"], "constructor": ["b"], "toString": ["c"]}}'),
    )
    expect(Object.entries(failure?.errors ?? {})).toEqual([
      ['__proto__', ['a']],
      ['constructor', ['b']],
      ['toString', ['c']],
    ])
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  it('holds only what a database can store', () => {
    const failure = readFailure(
      JSON.parse(String.raw`{"message": "a\ud83d\u0000", "errors": {"na\ud83dme": ["b\ud83d", "c\u0000"]}}`),
    )
    expect(failure).toEqual({ message: 'a\ufffd', errors: { 'na\ufffdme': ['b\ufffd', 'c'] } })
  })

  it('survives hostile depth', () => {
    const deep: unknown = JSON.parse(
      `{"message":"m","errors":${'{"a":'.repeat(50_000)}["x"]${'}'.repeat(50_000)}}`,
    )
    expect(readFailure(deep)).toEqual({ message: 'm', errors: {} })
    const lists: unknown = JSON.parse(`{"errors":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    expect(readFailure(lists)).toEqual({ message: '', errors: {} })
  })
})
