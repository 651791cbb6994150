'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { CodeBlock } from '@/components/ui/code-block'
import { JsonTree } from '@/components/ui/json-tree'
import { Tabs } from '@/components/ui/tabs'
import type { NotificationDetail } from '@/lib/contracts/notification'

/** The body as a tree, as it came, and the headers it came with. A body that is no JSON opens as text. */
export function PayloadSection({ notification }: { notification: NotificationDetail }) {
  const t = useTranslations('notifications')
  const { amountText } = useMoney()
  const { payload, raw, headers, unreadable_reason: unreadable, currency } = notification
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const tree = (
    <JsonTree
      value={payload}
      label={t('payload')}
      moreLabel={(count) => t('more', { count })}
      wholeLabel={t('whole')}
      annotate={(path, value) =>
        path.at(-1) === 'amount' && Number.isSafeInteger(value)
          ? (amountText({ amount: value as number, currency }) ?? undefined)
          : undefined
      }
    />
  )
  const text = (
    <>
      {unreadable && <p className="mb-2 text-md text-warn">{t(`unreadable.${unreadable}`)}</p>}
      {raw === null ? (
        <p className="text-md text-muted">{t('rawHidden')}</p>
      ) : (
        <CodeBlock label={t('raw')} isWrapped>
          {raw}
        </CodeBlock>
      )}
      <p className="mt-1.5 text-sm text-muted">{t('bytes', { count: notification.body_size })}</p>
    </>
  )
  const items = [
    ...(unreadable ? [] : [{ id: 'tree', label: t('tree'), content: tree }]),
    { id: 'raw', label: t('raw'), content: text },
    {
      id: 'headers',
      label: t('headers'),
      content:
        headerLines.length > 0 ? (
          <CodeBlock label={t('headers')} isWrapped>
            {headerLines.join('\n')}
          </CodeBlock>
        ) : (
          <p className="text-md text-muted">{t('noHeaders')}</p>
        ),
    },
  ]
  return (
    <section className="px-5 py-4">
      <Tabs
        items={items}
        aria-label={t('payload')}
        title={<h3 className="text-base font-semibold">{t('payload')}</h3>}
      />
    </section>
  )
}
