'use client'
import { Ellipsis } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { CodeBlock } from '@/components/ui/text/code-block'
import { CopyButton } from '@/components/ui/text/copy-button'
import { DescriptionList } from '@/components/ui/text/description-list'
import { type Json, parseJson, stringOf } from '@/components/ui/text/json-text'
import { type JsonPlace, JsonTree } from '@/components/ui/text/json-tree'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { Tabs } from '@/components/ui/tabs'
import { visibleText } from '@/components/ui/text/visible-text'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { SectionTitle } from '../detail/section'
import { pathText } from './path-text'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

type Props = { notification: NotificationDetail }

const loadMenu = lazyWithMessages(() => import('./value-menu'))

/** Shows the body as a tree and as text, and the headers. A body that is not JSON opens as text. */
export function PayloadSection({ notification }: Props) {
  const t = useTranslations('notifications.payload')
  const { payload_removed: isRemoved, raw, payload, unreadable_reason: unreadable } = notification
  // Prefers the raw text, which keeps exact numbers and repeated keys.
  const text = unreadable === 'not_utf8' ? '' : (raw ?? printed(payload))
  const json = useMemo(() => parseJson(text), [text])
  const headers = <Headers notification={notification} />
  const items = [
    ...(json ? [{ id: 'tree', label: t('tree'), content: <Tree {...{ json, notification }} /> }] : []),
    { id: 'raw', label: t('raw'), content: <Raw notification={notification} /> },
    { id: 'headers', label: t('headers'), content: headers },
  ]
  return (
    <section className="px-5 py-4 max-md:px-4">
      {isRemoved ? (
        <>
          <SectionTitle>{t('title')}</SectionTitle>
          <p className="mt-2 mb-3 text-md text-muted">{t('removed')}</p>
          {headers}
        </>
      ) : (
        <Tabs items={items} aria-label={t('title')} title={<SectionTitle>{t('title')}</SectionTitle>} />
      )}
      <BodyFacts notification={notification} />
    </section>
  )
}

/** Prints the parsed payload for people who may not see the raw text. */
function printed(payload: unknown): string {
  try {
    return payload === null || payload === undefined ? '' : JSON.stringify(payload)
  } catch {
    // Too deeply nested for JSON.stringify.
    return ''
  }
}

function Tree({ json, notification }: Props & { json: Json }) {
  const t = useTranslations('notifications.payload')
  const { amountText } = useMoney()
  return (
    <JsonTree
      value={json}
      label={t('title')}
      moreLabel={(count) => t('more', { count })}
      wholeLabel={t('whole')}
      annotate={(place, value) => {
        const money = moneyAt(place, value, notification.currency)
        return (money && amountText(money)) ?? undefined
      }}
      actions={lineActions}
    />
  )
}

const lineActions = ({ path }: JsonPlace, value: Json) => <LineActions path={path} value={value} />

function LineActions({ path, value }: { path: JsonPlace['path']; value: Json }) {
  const t = useTranslations('notifications.payload')
  return (
    <LazyMenu
      load={loadMenu}
      aria-label={t('lineActions', { path: visibleText(pathText(path)) })}
      menu={{ path, value }}
      className="grid size-6 place-items-center rounded-xs text-muted hover:bg-border hover:text-text"
    >
      <Ellipsis aria-hidden size={14} />
    </LazyMenu>
  )
}

/** How many characters of the raw text to show at first. Browsers need long to draw a megabyte. */
const drawnAtFirst = 20_000

function Raw({ notification: { raw, unreadable_reason: unreadable } }: Props) {
  const t = useTranslations('notifications.payload')
  const [isWhole, setIsWhole] = useState(false)
  const isCut = !isWhole && raw !== null && raw.length > drawnAtFirst
  return (
    <>
      {unreadable && <p className="mb-2 text-md text-warn">{t(`unreadable.${unreadable}`)}</p>}
      {raw === null ? (
        <p className="text-md text-muted">{t('rawHidden')}</p>
      ) : (
        <>
          <CodeBlock label={t('raw')} isWrapped>
            {visibleText(isCut ? `${raw.slice(0, drawnAtFirst)}…` : raw)}
          </CodeBlock>
          <div className="mt-2 flex flex-wrap gap-2">
            <CopyButton size="sm" text={raw} label={t('copyBody')} />
            {isCut && (
              <button
                type="button"
                className="min-h-6.5 rounded-xs text-md text-accent hover:underline"
                onClick={() => setIsWhole(true)}
              >
                {t('wholeBody', { count: raw.length })}
              </button>
            )}
          </div>
        </>
      )}
    </>
  )
}

function Headers({ notification: { headers } }: Props) {
  const t = useTranslations('notifications.payload')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${visibleText(value)}`)
  if (lines.length === 0) return <p className="text-md text-muted">{t('noHeaders')}</p>
  return (
    <>
      <CodeBlock label={t('headers')} isWrapped>
        {lines.join('\n')}
      </CodeBlock>
      <p className="mt-2 text-sm text-muted">{t('headersHint')}</p>
    </>
  )
}

function BodyFacts({ notification }: Props) {
  const t = useTranslations('notifications.payload')
  const { body_size: count, sha256, source_address: source, hook } = notification
  const facts = [
    { term: t('size'), value: t('bytes', { count }) },
    {
      term: t('sha256'),
      value:
        sha256 === null ? (
          <span className="text-muted">{t('hashHidden')}</span>
        ) : (
          <span className="flex items-start gap-1">
            <span className="min-w-0 font-mono text-xs/5 break-all">{sha256}</span>
            <CopyButton isIcon text={sha256} label={t('copyHash')} className="-my-1" />
          </span>
        ),
    },
    { term: t('source'), value: source ?? <span className="text-muted">{t('noSource')}</span> },
    { term: t('address'), value: t(`hooks.${hook}`) },
  ]
  return <DescriptionList className="mt-4" items={facts} />
}

const isCurrency = (text: string) => /^[A-Z]{3}$/.test(text)

function currencyOf(json: Json): string | null {
  if (json.type !== 'object') return null
  const found = json.entries.find(([key]) => key === 'currency')?.[1]
  const text = found?.type === 'string' ? stringOf(found) : ''
  return isCurrency(text) ? text : null
}

/**
 * Returns the money that a payload value represents, or null. The value's key must be an amount (minor units). The
 * currency is the nearest enclosing one, else `usual`, the notification's own.
 */
export function moneyAt(
  { path, parents }: JsonPlace,
  value: Json,
  usual: string | null,
): { amount: number; currency: string } | null {
  const key = path.at(-1)
  if (typeof key !== 'string' || !/(^|_)amount$/.test(key)) return null
  const text = value.type === 'string' ? stringOf(value) : value.text
  if (!/^-?\d{1,15}$/.test(text)) return null
  const currency = parents.map(currencyOf).findLast((found) => found !== null) ?? usual
  return currency === null ? null : { amount: Number(text), currency }
}
