import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { unknownAddress } from './refusal'

const ask = (path: string, headers: Record<string, string> = {}) =>
  unknownAddress(new Request(`http://localhost/sandbox${path}`, { headers }))

it.each([
  ['/nothing', {}, { message: 'Not found' }],
  ['/nothing', { accept: 'application/json' }, { message: 'Not found' }],
  ['/v3/transactions/x', { accept: '*/*' }, { response: { message: 'Not found' } }],
  ['/v3/transactions/x', { 'x-api-version': '2' }, { message: 'Not found' }],
])('answers clients in the shape of the interface: %s %j', async (path, headers, expected) => {
  const answer = await ask(path, headers)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json'])
  expect(await answer.json()).toEqual(expected)
})

it('shows people a page that is small and repeats nothing', async () => {
  const answer = await ask('/<script>', { accept: 'text/html,*/*' })
  const html = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  const hash = createHash('sha256')
    .update(/<style>(.*)<\/style>/.exec(html)?.[1] ?? '')
    .digest('base64')
  expect(answer.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  expect(html).not.toContain('script')
  expect(html.length).toBeLessThan(2000)
})
