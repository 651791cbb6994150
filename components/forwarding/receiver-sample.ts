/**
 * How a receiver on Node checks what is forwarded, with nothing but what Node has (Standard Webhooks). A test runs it as it
 * stands here (receiver-sample.test.ts).
 */
export const receiverSample = `import { createHmac, timingSafeEqual } from 'node:crypto'

// headers: in lower case; body: the raw text, as it came.
export function isGenuine(headers, body, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - timestamp) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  return (headers['webhook-signature'] ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
`
