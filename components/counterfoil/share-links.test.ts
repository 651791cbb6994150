import { describe, expect, it } from 'vitest'
import { mailLink, telegramLink, whatsAppLink } from './share-links'

const shared = {
  url: 'https://checkout.example/v2/confirm_order/prd_1/361?a=1&b=2',
  text: 'Tea & “cake” #1, €65.00 🫖',
  subject: 'Tea & cake? =1+1',
}

describe('ways to hand a link over', () => {
  it('puts everything into a mail, on separate lines', () => {
    const { searchParams } = new URL(mailLink(shared).replace('mailto:', 'https://x/'))
    expect(searchParams.get('subject')).toBe(shared.subject)
    expect(searchParams.get('body')).toBe(`${shared.text}\r\n\r\n${shared.url}\r\n`)
    expect(mailLink(shared)).not.toMatch(/\+|%20\+/) // Mail programs read a plus as a plus.
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
