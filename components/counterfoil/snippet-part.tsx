'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '../ui/code-block'
import { CopyButton } from '../ui/copy-button'
import { Tabs } from '../ui/tabs'
import { TextField } from '../ui/text-field'
import { buttonStyle, paymentSnippet, type SnippetKind } from './snippet'

interface SnippetPartProps {
  url: string
  /** Said on the button, at first. */
  initialText: string
  kinds: readonly SnippetKind[]
  /** Of the heading: 4 inside a part that has one of 3. */
  headingLevel?: 3 | 4
}

/** HTML for the merchant's own page, with how it looks there. */
export function SnippetPart({ url, initialText, kinds, headingLevel = 4 }: SnippetPartProps) {
  const t = useTranslations('share')
  const [text, setText] = useState(initialText)
  const Heading = `h${headingLevel}` as const
  return (
    <div>
      <TextField label={t('snippetText')} value={text} onChange={setText} className="mb-3" />
      <Tabs
        aria-label={t('snippet')}
        title={<Heading className="text-md font-semibold">{t('snippet')}</Heading>}
        items={kinds.map((kind) => ({
          id: kind,
          label: t(kind),
          content: <Snippet kind={kind} url={url} text={text} />,
        }))}
      />
    </div>
  )
}

function Snippet({ kind, url, text }: { kind: SnippetKind; url: string; text: string }) {
  const t = useTranslations('share')
  const common = useTranslations('common')
  const code = paymentSnippet(kind, url, text)
  return (
    <div className="grid gap-2">
      <Preview kind={kind} text={text} />
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

/** Drawn, not a link and no frame: nobody should pay from here by mistake. */
function Preview({ kind, text }: { kind: SnippetKind; text: string }) {
  const t = useTranslations('share')
  return (
    <div
      role="img"
      aria-label={kind === 'frame' ? t('framePreview') : t('preview', { text })}
      className="grid min-h-20 place-items-center overflow-hidden rounded-md border bg-qr-paper p-4 text-center text-qr-ink"
    >
      {kind === 'frame' ? (
        <span className="grid h-28 w-full place-items-center rounded-sm border-2 border-dashed border-current p-3 text-md opacity-70">
          {t('frameText')}
        </span>
      ) : (
        <span
          style={kind === 'button' ? buttonStyle : undefined}
          className={kind === 'link' ? 'wrap-anywhere text-[1rem] underline' : 'max-w-full wrap-anywhere'}
        >
          {text}
        </span>
      )}
    </div>
  )
}
