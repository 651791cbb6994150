import type { LookupFunction } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { config, loadConfig } from '../../core/server/config'
import { listen } from '../../testing/office'
import { sendChat, sendMail } from './channels'
import { openMailServer, testCertificate, testSettings } from './testing'

const server = {
  host: '127.0.0.1',
  security: 'none',
  user: '',
  password: '',
  from: 'office@shop.example',
  recipients: ['ann@shop.example', 'bo@shop.example'],
} as const
const message = { subject: 'One', text: 'Two\n\nthree' }
const here = { allowLoopback: true, allowPrivate: false, timeLimitMs: 5000 }
const leadingTo = (address: string): LookupFunction => {
  return (_, { all }, callback) => {
    if (all) callback(null, [{ address, family: 4 }])
    else callback(null, address, 4)
  }
}

describe('a mail', () => {
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(() => config.set(loadConfig(testSettings)))
  beforeEach(async () => {
    smtp = await openMailServer()
  })
  afterEach(() => smtp.close())
  const mailTo = () => ({ ...server, port: smtp.port, recipients: [...server.recipients] })

  it('reaches everybody, as plain text', async () => {
    const sent = await sendMail(mailTo(), message, here)
    expect(sent).toEqual({
      outcome: 'delivered',
      status: 250,
      answer: '250 2.0.0 taken as 42',
      answer_bytes: 21,
    })
    const [mail] = smtp.mails
    expect(mail).toMatchObject({ from: '<office@shop.example>', to: server.recipients, encrypted: false })
    expect(mail?.data).toMatch(/Subject: One\n[\s\S]*text\/plain[\s\S]*Two\n\nthree/)
    expect(mail?.data).toContain('Auto-Submitted: auto-generated')
  })

  it('signs in over an encrypted connection only', async () => {
    Object.assign(smtp.behaviour, { tls: true, password: 'open sesame' })
    const secure = {
      ...mailTo(),
      host: 'localhost',
      security: 'starttls',
      user: 'ann',
      password: 'open sesame',
    } as const
    expect(await sendMail(secure, message, here)).toMatchObject({ outcome: 'tls_failed' })
    expect(smtp.mails).toEqual([])
    const trusting = { ...here, trusted: testCertificate }
    expect(await sendMail(secure, message, trusting)).toMatchObject({ outcome: 'delivered' })
    expect(smtp.mails).toMatchObject([{ encrypted: true, login: 'ann' }])
    expect(await sendMail({ ...secure, password: 'wrong' }, message, trusting)).toEqual({
      outcome: 'login_failed',
      status: 535,
      answer: '535 5.7.8 wrong user or password',
      answer_bytes: 32,
    })
    // A server without encryption gets neither password nor mail.
    smtp.behaviour.tls = false
    expect((await sendMail(secure, message, trusting)).outcome).toBe('tls_failed')
    expect(smtp.mails).toHaveLength(1)
  })

  it('says in which way it failed', async () => {
    smtp.behaviour.refuses = 'no mail from you'
    expect(await sendMail(mailTo(), message, here)).toEqual({
      outcome: 'rejected',
      status: 550,
      answer: '550 no mail from you',
      answer_bytes: 20,
    })
    const silent = await listen(() => undefined)
    const port = Number(new URL(silent.url).port)
    const late = await sendMail({ ...mailTo(), port }, message, { ...here, timeLimitMs: 300 })
    expect(late.outcome).toBe('timeout')
    await silent.close()
    expect(await sendMail({ ...mailTo(), port }, message, here)).toMatchObject({ outcome: 'unreachable' })
  })

  it.each(['10.0.0.1', '192.168.1.1', '169.254.169.254', '127.0.0.1', '::1', '0.0.0.0'])(
    'does not go to %s',
    async (address) => {
      const refused = { outcome: 'address_refused', status: null, answer: null, answer_bytes: null }
      const outside = { ...here, allowLoopback: false }
      expect(await sendMail({ ...mailTo(), host: address }, message, outside)).toEqual(refused)
      const lookup = leadingTo(address)
      expect(await sendMail({ ...mailTo(), host: 'mail.example' }, message, { ...outside, lookup })).toEqual(
        refused,
      )
      expect(smtp.mails).toEqual([])
    },
  )
})

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

  it('says what came back, cut and in one line', async () => {
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
    'http://10.0.0.1/',
    'https://192.168.0.1/',
    'http://127.0.0.1:9/',
    'https://169.254.169.254/latest',
  ])('does not go to %s', async (url) => {
    const attempt = await sendChat({ kind: 'slack', url }, 'x', { ...here, allowLoopback: false })
    expect(attempt.outcome).toBe('address_refused')
  })
})
