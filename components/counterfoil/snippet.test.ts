import { expect, it } from 'vitest'
import { paymentSnippet } from './snippet-part'

const url = 'https://pay.example/a?b=1&c="'

it('keeps a hostile name text', () => {
  expect(paymentSnippet('link', url, '<script>x</script>')).toBe(
    '<a href="https://pay.example/a?b=1&amp;c=&quot;">&lt;script&gt;x&lt;/script&gt;</a>',
  )
})

it('gives a button the styles that it needs', () => {
  const html = paymentSnippet('button', url, 'Pay "€65.00"')
  expect(html).toContain(' style="display: inline-block; padding: 12px 20px; border-radius: 8px;')
  expect(html).toContain('>Pay &quot;€65.00&quot;</a>')
  expect(html.match(/style="([^"]*)"/)?.[1]).toContain('text-decoration: none')
})

it('gives a frame its address, its name, and leave to use wallets', () => {
  const html = paymentSnippet('frame', url, 'Pay "now"')
  expect(html).toMatch(
    /^<iframe src="https:\/\/pay\.example\/a\?b=1&amp;c=&quot;" title="Pay &quot;now&quot;"/,
  )
  expect(html).toContain('allow="payment"')
})
