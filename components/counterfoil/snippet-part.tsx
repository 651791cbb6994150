'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '@/components/ui/code-block'
import { CopyButton } from '@/components/ui/copy-button'
import { Tabs } from '@/components/ui/tabs'
import { TextField } from '@/components/ui/text-field'

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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character)

/** How a page leads to a payment page: a button, a plain link, or a frame that has it in the page itself. */
type SnippetKind = 'button' | 'link' | 'frame'

/** Of a button on somebody else's page, where none of our styles are; colours in a notation of their own for that. */
const buttonStyle = {
  display: 'inline-block',
  padding: '12px 20px',
  borderRadius: '8px',
  background: 'rgb(14, 106, 78)',
  color: 'rgb(255, 255, 255)',
  font: '600 16px/1.25 system-ui, sans-serif',
  textDecoration: 'none',
} as const

const css = Object.entries(buttonStyle)
  .map(([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value}`)
  .join('; ')

/** Tall enough for the order, the card's fields and the button. */
const frameHeight = 720

/** HTML for a page of the merchant's own; what they typed as a name stays text there. */
export function paymentSnippet(kind: SnippetKind, url: string, text: string): string {
  if (kind === 'frame')
    return `<iframe src="${escape(url)}" title="${escape(text)}" width="100%" height="${frameHeight}" style="border: 0" allow="payment"></iframe>`
  return `<a href="${escape(url)}"${kind === 'button' ? ` style="${css}"` : ''}>${escape(text)}</a>`
}
