'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Tabs } from '@/components/ui/tabs'
import { TextField } from '@/components/ui/text-field'
import { buttonStyle, paymentSnippet, type SnippetKind, snippetKinds } from '../snippet'

/** HTML for the merchant's own page, with how it looks there. */
export function SnippetPart({ url, name }: { url: string; name: string }) {
  const t = useTranslations('products')
  const [text, setText] = useState(() => t('snippetText', { name }))
  return (
    <div className="mt-4">
      <TextField label={t('share.snippetText')} value={text} onChange={setText} className="mb-3" />
      <Tabs
        aria-label={t('share.snippet')}
        title={<h4 className="text-md font-semibold">{t('share.snippet')}</h4>}
        items={snippetKinds.map((kind) => ({
          id: kind,
          label: t(`share.${kind}`),
          content: <Snippet kind={kind} url={url} text={text} />,
        }))}
      />
    </div>
  )
}

function Snippet({ kind, url, text }: { kind: SnippetKind; url: string; text: string }) {
  const t = useTranslations('products.share')
  const common = useTranslations('common')
  const code = paymentSnippet(kind, url, text)
  return (
    <div className="grid gap-2">
      <div
        role="img"
        aria-label={t('preview', { text })}
        className="grid min-h-20 place-items-center overflow-hidden rounded-md border bg-qr-paper p-4 text-center text-qr-ink"
      >
        {/* Drawn, not a link: nobody should pay from here by mistake. */}
        <span
          style={kind === 'button' ? buttonStyle : undefined}
          className={kind === 'link' ? 'wrap-anywhere text-[1rem] underline' : 'max-w-full wrap-anywhere'}
        >
          {text}
        </span>
      </div>
      <CodeBlock label={t('code')} isWrapped className="max-h-40">
        {code}
      </CodeBlock>
      <CopyButton
        size="sm"
        className="justify-self-start"
        text={code}
        label={t('copyCode')}
        copiedLabel={common('copied')}
        failedLabel={common('copyFailed')}
      />
    </div>
  )
}
