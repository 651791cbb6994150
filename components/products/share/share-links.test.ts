import { describe, expect, it } from 'vitest'
import { shareCautions } from './cautions'
import { mailLink, telegramLink, whatsAppLink } from './share-links'

const shared = {
  url: 'https://checkout.example/v2/confirm_order/prd_1/361?a=1&b=2',
  text: 'Tea & “cake” #1, €65.00 🫖',
  subject: 'Tea & cake? =1+1',
}

describe('ways to hand a link over', () => {
  it('puts all of it into a mail, on lines of its own', () => {
    const { searchParams } = new URL(mailLink(shared).replace('mailto:', 'https://x/'))
    expect(searchParams.get('subject')).toBe(shared.subject)
    expect(searchParams.get('body')).toBe(`${shared.text}\r\n\r\n${shared.url}\r\n`)
    expect(mailLink(shared)).not.toMatch(/\+|%20\+/) // A mail program takes a plus for a plus.
  })
  it('puts all of it into a message', () => {
    expect(new URL(whatsAppLink(shared)).searchParams.get('text')).toBe(`${shared.text}\n${shared.url}`)
    const telegram = new URL(telegramLink(shared)).searchParams
    expect([telegram.get('url'), telegram.get('text')]).toEqual([shared.url, shared.text])
  })
  it('survives half a character', () => {
    expect(mailLink({ ...shared, subject: 'x\ud83c' })).toContain('x%EF%BF%BD')
  })
})

describe('what is said before a link is handed over', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const good = {
    infinite: true,
    quantity: null,
    immortal: true,
    expired_at: null,
    test: false,
    archived: false,
    vanished: false,
  }
  it.each([
    [{}, []],
    [{ immortal: false, expired_at: '2026-11-20T00:00:00Z' }, ['expired']],
    [{ infinite: false, quantity: 0 }, ['sold_out']],
    [
      { infinite: false, quantity: 0, immortal: false, expired_at: '2026-11-20T00:00:00Z' },
      ['expired', 'sold_out'],
    ],
    [{ test: true }, ['test']],
    [{ vanished: true, archived: true }, ['vanished', 'archived']],
    [{ immortal: null, infinite: false, quantity: null }, []],
  ])('%o: %o', (change, said) => expect(shareCautions({ ...good, ...change }, now)).toEqual(said))
})
