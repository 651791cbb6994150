import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { readRequest } from './read-request'
import { jsonPieces, requestCurl, requestJson } from './request-text'
import { newValues } from '../values'

it.each([
  '',
  '{"a": "b\\"c", "d": -1.5e3, "e": [true, null], "f": {}}',
  '{"unfinished": "text',
  'no JSON at all: "x" 7',
  JSON.stringify({ 'a "key"': 'with: a colon', n: 1 }, null, 2),
])('cuts %j into pieces that make it up again', (text) =>
  expect(
    jsonPieces(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text),
)

it('tells keys, texts and numbers apart', () =>
  expect(jsonPieces('{"a": "b", "c": 1}').filter(({ kind }) => kind !== 'plain')).toEqual([
    { text: '"a"', kind: 'key' },
    { text: '"b"', kind: 'string' },
    { text: '"c"', kind: 'key' },
    { text: '1', kind: 'literal' },
  ]))

it('shows a card token as dots, typed or saved', () => {
  const { values } = readRequest({ payment_method: { credit_card: { token: 'a-secret-token' } } })
  expect(requestJson(values)).not.toContain('secret')
  expect(requestJson(values)).toContain('••••')
  const saved = { ...newValues(), card_token_id: 'an-id-of-ours' }
  expect(requestJson(saved)).toContain('••••')
  expect(requestJson(saved)).not.toContain('an-id-of-ours')
  expect(requestCurl(saved, 'https://checkout.example')).toContain('<card token>')
})

it('makes a command that a shell hands on as it is', () => {
  const description = `It's "a" $HOME \`x\` \\ ü`
  const { values } = readRequest({ order: { description, amount: 1, currency: 'EUR' } })
  const command = requestCurl(values, 'https://checkout.example').replace(/^curl/, 'printf "%s\\n"')
  const said = execFileSync('sh', ['-c', command], {
    env: { ...process.env, SHOP_ID: '361', SECRET_KEY: 'k' },
    encoding: 'utf8',
  })
  expect(said).toContain('361:k')
  expect(said).toContain(JSON.stringify(description))
})
