import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listen } from '../../testing/office'
import { sendChat } from './channels'

const here = { allowLoopback: true, isPrivateAllowed: false, timeLimitMs: 5000 }

describe('a message to a chat', () => {
  it.each([
    ['slack', { text: 'A &lt;b&gt; &amp; c' }],
    ['mattermost', { text: 'A &lt;b&gt; &amp; c' }],
    ['discord', { content: 'A <b> & c', allowed_mentions: { parse: [] } }],
    ['teams', { type: 'message', attachments: [{ content: { body: [{ text: 'A <b> & c' }] } }] }],
  ] as const)('has the shape that %s takes', async (kind, shape) => {
    let got: unknown
    const chat = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => (got = JSON.parse(text)))
      request.on('end', () => response.writeHead(kind === 'discord' ? 204 : 200).end())
    })
    expect((await sendChat({ kind, url: chat.url }, 'A <b> & c', here)).outcome).toBe('delivered')
    expect(got).toMatchObject(shape)
    await chat.close()
  })

  it('is well-formed where its end is cut within a character', async () => {
    let got = ''
    const chat = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => (got += text))
      request.on('end', () => response.writeHead(200).end())
    })
    await sendChat({ kind: 'slack', url: chat.url }, `${'x'.repeat(1999)}\u{1f4b6}`, here)
    expect(JSON.parse(got)).toEqual({ text: `${'x'.repeat(1999)}\ufffd` })
    await chat.close()
  })

  it('reports the answer, truncated and in one line', async () => {
    const chat = await listen((_, response) =>
      response.writeHead(404).end(`no\u0000\r\nservice${'!'.repeat(999)}`),
    )
    const attempt = await sendChat({ kind: 'slack', url: chat.url }, 'x', here)
    expect(attempt).toMatchObject({ outcome: 'rejected', status: 404 })
    expect(attempt.answer).toMatch(/^no service!+$/)
    expect(attempt.answer).toHaveLength(300)
    await chat.close()
    expect((await sendChat({ kind: 'slack', url: chat.url }, 'x', here)).outcome).toBe('unreachable')
  })

  it.each([
    ['is overlong', (response: ServerResponse) => void response.end('x'.repeat(100_000))],
    ['never ends', (response: ServerResponse) => void response.write('ok')],
    ['breaks off', (response: ServerResponse) => void response.write('ok', () => response.destroy())],
  ])('has arrived if an answer of 200 %s', async (_, answer) => {
    const chat = await listen((_request, response) => answer(response.writeHead(200)))
    const attempt = await sendChat({ kind: 'slack', url: chat.url }, 'x', { ...here, timeLimitMs: 500 })
    expect(attempt).toMatchObject({ outcome: 'delivered', status: 200 })
    await chat.close()
  })

  it.each([
    'http://10.0.0.1/',
    'https://192.168.0.1/',
    'http://127.0.0.1:9/',
    'https://169.254.169.254/latest',
  ])('does not go to %s', async (url) => {
    const attempt = await sendChat({ kind: 'slack', url }, 'x', { ...here, allowLoopback: false })
    expect(attempt.outcome).toBe('address_refused')
  })
})
