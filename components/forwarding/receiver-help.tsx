'use client'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { receiverSample } from './receiver-sample'

const told = ['body', 'signature', 'answer', 'retries', 'repeats', 'off'] as const

/** What who writes a receiver has to know. Loaded after the page. */
export default function ReceiverHelp() {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  return (
    <Disclosure title={t('help.title')} sub={t('help.sub')}>
      <ul className="mb-4 grid list-disc gap-1.5 pl-5 text-md/5">
        {told.map((what) => (
          <li key={what}>{t(`help.${what}`)}</li>
        ))}
      </ul>
      <CodeBlock label={t('help.code')} className="max-h-80">
        {receiverSample}
      </CodeBlock>
      <CopyButton
        size="sm"
        className="mt-2"
        text={receiverSample}
        label={t('help.copy')}
        copiedLabel={common('copied')}
        failedLabel={common('copyFailed')}
      />
    </Disclosure>
  )
}
