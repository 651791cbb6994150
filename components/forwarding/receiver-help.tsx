'use client'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '@/components/ui/text/code-block'
import { CopyButton } from '@/components/ui/text/copy-button'
import { Disclosure } from '@/components/ui/disclosure'

const helpKeys = ['body', 'signature', 'answer', 'retries', 'repeats', 'off'] as const

/** Documentation for developers of a receiver. Loaded after the page. */
export function ReceiverHelp() {
  const t = useTranslations('forwarding')
  return (
    <Disclosure title={t('help.title')} sub={t('help.sub')}>
      <ul className="mb-4 grid list-disc gap-1.5 ps-5 text-md/5">
        {helpKeys.map((what) => (
          <li key={what}>{t(`help.${what}`)}</li>
        ))}
      </ul>
      <CodeBlock label={t('help.code')} className="max-h-80">
        {receiverSample}
      </CodeBlock>
      <CopyButton size="sm" className="mt-2" text={receiverSample} label={t('help.copy')} />
    </Disclosure>
  )
}

/**
 * Sample code for a receiver on Node that verifies signatures without dependencies (Standard Webhooks).
 * receiver-sample.test.ts runs it unchanged.
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
