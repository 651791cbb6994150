'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeBlock } from '@/components/ui/text/code-block'
import { CopyButton } from '@/components/ui/text/copy-button'
import { Tabs } from '@/components/ui/tabs'
import { TextField } from '@/components/ui/fields/text-field'

interface SnippetPartProps {
  url: string
  initialText: string
  kinds: readonly SnippetKind[]
  /** Use 3 outside any other section, and 4 inside a part with a heading of level 3. */
  headingLevel?: 3 | 4
}

/** HTML for the merchant's own page, with a preview. */
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
  const code = paymentSnippet(kind, url, text)
  return (
    <div className="grid gap-2">
      <Preview kind={kind} text={text} />
      <CodeBlock label={t('code')} isWrapped className="max-h-40">
        {code}
      </CodeBlock>
      <CopyButton size="sm" className="justify-self-start" text={code} label={t('copyCode')} />
    </div>
  )
}

/** An image of the snippet, without a real link or frame: the preview must not lead to a payment. */
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

/** How a page leads to a payment page: by a button, a plain link, or an embedded frame. */
type SnippetKind = 'button' | 'link' | 'frame'

/** Inline style of the button, because our styles do not exist on the merchant's page. */
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

/** Returns HTML for the merchant's own page. Escapes the text and the address. */
export function paymentSnippet(kind: SnippetKind, url: string, text: string): string {
  if (kind === 'frame')
    return `<iframe src="${escape(url)}" title="${escape(text)}" width="100%" height="${frameHeight}" style="border: 0" allow="payment"></iframe>`
  return `<a href="${escape(url)}"${kind === 'button' ? ` style="${css}"` : ''}>${escape(text)}</a>`
}
