'use client'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/text/code-block'
import { CopyButton } from '@/components/ui/text/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { Tabs } from '@/components/ui/tabs'
import { Caution, useCautions, type PartProps, useDerived } from '../parts/part'
import { type EditorName, editorNames, JsonEditor, type TypedJson, useTypedJson } from './json-editor'
import type { Leftover } from './read-request'
import { requestCurl, requestJson } from './request-text'

interface RequestPanelProps extends PartProps {
  checkoutUrl: string
  leftovers: readonly Leftover[]
  /** Called when the JSON was changed or pasted. */
  onRequest: (request: unknown) => void
  onDismiss: () => void
}

/**
 * Shows the request beside the form as it changes; on phones in a collapsed section. If an error in the typed JSON
 * prevents a submit, the JSON is shown.
 */
export function RequestPanel(props: RequestPanelProps) {
  const t = useTranslations('checkoutForm.request')
  const typed = useTypedJson(props.onRequest)
  const [shown, setShown] = useState<Format>('json')
  const [isOpen, setIsOpen] = useState(false)
  const { errors, submitCount } = useFormState({ name: Object.values(editorNames) })
  const [seenSubmits, setSeenSubmits] = useState(0)
  if (errors[typed.at] && submitCount !== seenSubmits) {
    // Only once per failed submit, so that the person can open the other tab again.
    setSeenSubmits(submitCount)
    setShown('json')
    if (typed.at === editorNames.folded) setIsOpen(true)
  }
  const shared = { ...props, typed, shown, onShow: setShown }
  return (
    <>
      <Card className="lg:hidden">
        <Disclosure title={t('title')} sub={t('sub')} isExpanded={isOpen} onExpandedChange={setIsOpen}>
          {isOpen && <Request {...shared} name={editorNames.folded} />}
        </Disclosure>
      </Card>
      <aside aria-label={t('title')} className="sticky top-4 min-w-0 max-lg:hidden">
        <Card className="p-3.5">
          <Request {...shared} name={editorNames.aside} title={t('title')} />
        </Card>
      </aside>
    </>
  )
}

type Format = 'json' | 'curl'

interface RequestProps extends RequestPanelProps {
  name: EditorName
  title?: string
  typed: TypedJson
  shown: Format
  onShow: (format: Format) => void
}

function Request(props: RequestProps) {
  const { name, control, checkoutUrl, title, leftovers, typed, shown, onShow, onDismiss } = props
  const t = useTranslations('checkoutForm.request')
  const json = useDerived(control, requestJson)
  const curl = useDerived(control, (values) => requestCurl(values, checkoutUrl))
  return (
    <div className="relative">
      <Tabs
        aria-label={t('format')}
        title={title && <h2 className="text-base font-semibold">{title}</h2>}
        selectedKey={shown}
        onSelectionChange={(key) => onShow(key === 'curl' ? 'curl' : 'json')}
        className="[&>div:first-child]:min-h-6.5 [&>div:first-child]:pe-8"
        items={[
          {
            id: 'json',
            label: t('json'),
            content: <JsonEditor name={name} json={json} typed={typed} />,
          },
          {
            id: 'curl',
            label: t('curl'),
            content: (
              <CodeBlock isWrapped label={t('curl')}>
                {curl}
              </CodeBlock>
            ),
          },
        ]}
      />
      <CopyButton
        isIcon
        className="absolute! end-0 top-0"
        text={shown === 'json' ? (typed.text ?? json) : curl}
        label={t('copy')}
      />
      <p className="mt-2 text-xs text-muted">{shown === 'json' ? t('exactly') : t('curlHint')}</p>
      <CautionList />
      <LeftoverList leftovers={leftovers} onDismiss={onDismiss} />
    </div>
  )
}

/** Lists all cautions, including those of collapsed sections. */
function CautionList() {
  const t = useTranslations('checkoutForm.cautions')
  const cautions = useCautions()
  if (cautions.length === 0) return null
  return (
    <div className="mt-3 grid gap-1 border-t pt-3">
      {cautions.map(({ code, field }) => (
        <Caution key={field}>{t(code, { field: field.split('.').at(-1) ?? field })}</Caution>
      ))}
    </div>
  )
}

interface LeftoverListProps {
  leftovers: readonly Leftover[]
  onDismiss: () => void
}

/** Lists the values of a pasted request, a template or another checkout that the form cannot hold and does not send. */
function LeftoverList({ leftovers, onDismiss }: LeftoverListProps) {
  const t = useTranslations('checkoutForm.leftovers')
  return (
    <div role="status">
      {leftovers.length > 0 && (
        <section aria-label={t('title')} className="mt-3 rounded-md border border-warn/40 bg-warn-weak p-3">
          <div className="flex items-start justify-between gap-2">
            <h3 className="text-sm font-medium text-warn">{t('title')}</h3>
            <Button size="sm" variant="ghost" className="-my-1" onPress={onDismiss}>
              {t('dismiss')}
            </Button>
          </div>
          <p className="text-xs">{t('text')}</p>
          <ul className="mt-2 grid gap-1.5 text-xs">
            {leftovers.map(({ path, value, why }) => (
              <li key={path} className="min-w-0">
                <code className="font-mono wrap-anywhere">{path || t('whole')}</code>{' '}
                <span className="text-muted">{t(`why.${why}`)}</span>
                <code className="block max-h-16 overflow-hidden font-mono wrap-anywhere text-muted">
                  {JSON.stringify(value)?.slice(0, 200)}
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
