import { expect, it } from 'vitest'
import { paymentButton } from './snippet'

it('keeps a hostile name text', () => {
  expect(paymentButton('https://pay.example/a?b=1&c="', '<script>x</script>')).toBe(
    '<a href="https://pay.example/a?b=1&amp;c=&quot;">&lt;script&gt;x&lt;/script&gt;</a>',
  )
})
