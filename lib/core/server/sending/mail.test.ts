import type { LookupFunction } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testCertificate } from '../../../testing/servers/certificates'
import { openMailServer } from '../../../testing/servers/mail-server'
import { listen } from '../../../testing/office'
import { config, loadConfig } from '../config/config'
import { openLog } from '../log/log'
import { isMailOver } from './attempt'
import { sendMail } from './mail'

const server = {
  host: '127.0.0.1',
  encryption: 'none',
  user: '',
  password: '',
  sender: { name: 'Paper & Co', address: 'office@shop.example' },
  reach: { allowLoopback: true, isPrivateAllowed: false },
} as const
const recipients = ['ann@shop.example', 'bo@shop.example']
const message = { subject: 'One', text: 'Two\n\nthree' }
const leadingTo = (address: string): LookupFunction => {
  return (_, { all }, callback) => {
    if (all) callback(null, [{ address, family: 4 }])
    else callback(null, address, 4)
  }
}

describe('a mail', () => {
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(() =>
    config.set(
      loadConfig({
        NODE_ENV: 'test',
        DATABASE_URL: 'postgres://not-used',
        AUTH_SECRET: 'x'.repeat(32),
        SEALING_KEY: '0'.repeat(64),
      }),
    ),
  )
  beforeEach(async () => {
    smtp = await openMailServer()
  })
  afterEach(() => smtp.close())
  const here = () => ({ ...server, port: smtp.port })

  it('reaches everybody, as plain text', async () => {
    expect(await sendMail(here(), recipients, message)).toEqual({
      outcome: 'delivered',
      status: 250,
      answer: '250 2.0.0 taken as 42',
      answer_bytes: 21,
    })
    const [mail] = smtp.mails
    expect(mail).toMatchObject({ from: '<office@shop.example>', to: recipients, isEncrypted: false })
    expect(mail?.data).toMatch(/Subject: One\n[\s\S]*text\/plain[\s\S]*Two\n\nthree/)
    expect(mail?.data).toContain('Auto-Submitted: auto-generated')
    expect(mail?.data).toContain('From: "Paper & Co" <office@shop.example>')
  })

  it('takes no header and no recipient from a name or a subject', async () => {
    const more = '\r\nBcc: eve@evil.example\r\n\r\nHello'
    const sender = { ...server.sender, name: `Paper${more}` }
    await sendMail({ ...here(), sender }, recipients, { ...message, subject: `One${more}` })
    const [{ to, data } = { to: [], data: 'Bcc: none' }] = smtp.mails
    expect(to).toEqual(recipients)
    expect(data).not.toMatch(/^Bcc:/im)
  })

  it('signs in over an encrypted connection only', async () => {
    Object.assign(smtp.behaviour, { hasTls: true, password: 'open sesame' })
    const login = { user: 'ann', password: 'open sesame' }
    const secure = { ...here(), host: 'localhost', encryption: 'starttls', ...login } as const
    expect(await sendMail(secure, recipients, message)).toMatchObject({ outcome: 'certificate' })
    expect(smtp.mails).toEqual([])
    const trusting = { trusted: testCertificate }
    expect(await sendMail(secure, recipients, message, trusting)).toMatchObject({ outcome: 'delivered' })
    expect(smtp.mails).toMatchObject([{ isEncrypted: true, login: 'ann' }])
    expect(await sendMail({ ...secure, password: 'wrong' }, recipients, message, trusting)).toEqual({
      outcome: 'login_failed',
      status: 535,
      answer: '535 5.7.8 wrong user or password',
      answer_bytes: 32,
    })
    // A server without encryption gets neither password nor mail.
    smtp.behaviour.hasTls = false
    expect((await sendMail(secure, recipients, message, trusting)).outcome).toBe('tls_failed')
    expect((await sendMail({ ...secure, encryption: 'tls' }, recipients, message)).outcome).toBe('tls_failed')
    expect(smtp.mails).toHaveLength(1)
  })

  it.each([
    ['delivered', 250, true],
    ['not_set_up', null, true],
    ['recipient_refused', 550, true],
    ['recipient_refused', 450, false],
    ['rejected', 554, true],
    ['unreachable', null, false],
    // An administrator may correct these.
    ['login_failed', 535, false],
    ['tls_failed', 554, false],
    ['certificate', null, false],
    ['sender_refused', 530, false],
  ] as const)('that ended as %s with status %s: is it over? %s', (outcome, status, isOver) => {
    expect(isMailOver({ outcome, status })).toBe(isOver)
  })

  it('says in which way it failed', async () => {
    smtp.behaviour.refuses = 'no mail from you'
    expect(await sendMail(here(), recipients, message)).toEqual({
      outcome: 'sender_refused',
      status: 550,
      answer: '550 no mail from you',
      answer_bytes: 20,
    })
    Object.assign(smtp.behaviour, { refuses: undefined, knows: ['ann@shop.example'] })
    expect(await sendMail(here(), recipients, message)).toMatchObject({ outcome: 'partly' })
    expect(await sendMail(here(), ['cy@shop.example'], message)).toMatchObject({
      outcome: 'recipient_refused',
      status: 550,
    })
    const silent = await listen(() => undefined)
    const port = Number(new URL(silent.url).port)
    const late = await sendMail({ ...here(), port }, recipients, message, { timeLimitMs: 300 })
    expect(late.outcome).toBe('timeout')
    await silent.close()
    expect((await sendMail({ ...here(), port }, recipients, message)).outcome).toBe('unreachable')
    const nowhere: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), [])
    expect(
      (await sendMail({ ...here(), host: 'mail.example' }, recipients, message, { lookup: nowhere })).outcome,
    ).toBe('name_unknown')
  })

  it('logs an error that is its own', async () => {
    const lines: string[] = []
    openLog('warn', { write: (line) => void lines.push(line) })
    const broken: LookupFunction = () => {
      throw new TypeError('not a function')
    }
    const there = { ...here(), host: 'mail.example' }
    expect((await sendMail(there, recipients, message, { lookup: broken })).outcome).toBe('failed')
    expect(lines).toMatchObject([expect.stringContaining('not a function')])
    expect((await sendMail({ ...here(), port: 1 }, recipients, message)).outcome).toBe('unreachable')
    expect(lines).toHaveLength(1)
  })

  const closed = ['10.0.0.1', '192.168.1.1', '169.254.169.254', '127.0.0.1', '::1', '0.0.0.0']
  it.each(closed.flatMap((address) => [[address, 'none'] as const, [address, 'starttls'] as const]))(
    'does not go to %s with encryption %s',
    async (address, encryption) => {
      const outside = { ...here(), encryption, reach: { ...server.reach, allowLoopback: false } }
      const refused = { outcome: 'address_refused', status: null, answer: null, answer_bytes: null }
      expect(await sendMail({ ...outside, host: address }, recipients, message)).toEqual(refused)
      const lookup = leadingTo(address)
      expect(await sendMail({ ...outside, host: 'mail.example' }, recipients, message, { lookup })).toEqual(
        refused,
      )
      expect(smtp.mails).toEqual([])
    },
  )

  it('goes unencrypted to allowed networks only', async () => {
    const open = { ...here(), reach: { allowLoopback: true, isPrivateAllowed: true } }
    for (const address of ['9.9.9.9', '10.0.0.1'])
      expect((await sendMail({ ...open, host: address }, recipients, message)).outcome).toBe(
        'address_refused',
      )
    const named = { allowLoopback: false, isPrivateAllowed: false, networks: ['127.0.0.0/8'] }
    expect((await sendMail({ ...here(), reach: named }, recipients, message)).outcome).toBe('delivered')
  })
})
