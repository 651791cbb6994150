'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { GuardedClose } from '@/components/form/drafts/leave-guards'
import { PageHeader } from '@/components/frame/page-header'
import { FileDrop } from '@/components/import/file-drop'
import { sendFile, useSendingReason } from '@/components/import/send-file'
import { useFocusInPlace } from '@/components/import/use-focus-in-place'
import { useShopTimeZone } from '@/components/time/clock'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { visibleName } from '@/components/ui/text/visible-text'
import type { ReconciliationDetail, StatementPreview } from '@/lib/payments/reconciliation/reconciliation'
import {
  previewAddress,
  previewBytes,
  reconcileAddress,
  reconciliationKeys,
  statementBody,
} from '@/lib/payments/reconciliation-client'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { StatementForm, type Chosen } from './statement-form'

type Shown = { file: File; preview: StatementPreview }

/**
 * Uploads a statement: a file, how it is read, the days that it covers. Stores nothing before the comparison begins.
 */
export function NewReconciliationPage({ shop }: { shop: string }) {
  const t = useTranslations('reconciliation')
  const payments = useTranslations('paymentList')
  const { shown, look, start, sent, refused, isLooking, forget } = useStatement(shop)
  const list = `/shops/${shop}/payments` as Route
  const place = useFocusInPlace(shown)
  return (
    <>
      <PageHeader
        title={t('new')}
        crumbs={[
          { label: payments('title'), href: list },
          { label: t('title'), href: `${list}/reconciliations` as Route },
          { label: t('new') },
        ]}
        crumbsLabel={t('crumbs')}
      />
      <GuardedClose onClose={forget}>
        {(close) => (
          <Card className="max-w-4xl">
            <Section title={t('choose')} sub={shown && <bdi>{visibleName(shown.file.name)}</bdi>}>
              <div ref={place}>
                {shown ? (
                  <Button size="sm" onPress={close}>
                    {t('other')}
                  </Button>
                ) : (
                  <>
                    <p className="mb-4 max-w-prose text-md text-muted">{t('intro')}</p>
                    <FileDrop onFile={(file) => void look(file)} />
                  </>
                )}
              </div>
              <p role="status" className="text-md text-muted not-empty:mt-3">
                {isLooking && t('reading')}
              </p>
              {refused !== null && (
                <p role="alert" className="mt-3 rounded-md bg-danger-weak px-3 py-2 text-md text-danger">
                  {refused}
                </p>
              )}
            </Section>
            {shown && (
              <StatementForm preview={shown.preview} sent={sent} onStart={(chosen) => void start(chosen)} />
            )}
          </Card>
        )}
      </GuardedClose>
    </>
  )
}

function useStatement(shop: string) {
  const router = useRouter()
  const client = useQueryClient()
  const zone = useShopTimeZone()
  const reasonOf = useSendingReason()
  const words = useTranslations('imports')
  const current = useRef<AbortController>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isLooking, setIsLooking] = useState(false)
  /** How much of the file is sent, from 0 to 1; null without an upload. */
  const [sent, setSent] = useState<number | null>(null)
  // Leaving the page cancels the upload: the server does not keep a partial file.
  useEffect(() => () => current.current?.abort(), [])

  async function attempt(work: (signal: AbortSignal) => Promise<void>) {
    // An earlier file's preview must not replace this one's, because the form would keep how it is read.
    current.current?.abort()
    const { signal } = (current.current = new AbortController())
    setIsLooking(false)
    setRefused(null)
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) setRefused(reasonOf(error))
    }
  }
  const look = (file: File) =>
    attempt(async (signal) => {
      if (file.size === 0) return setRefused(words('empty'))
      setIsLooking(true)
      const address = previewAddress(shop, { whole: file.size <= previewBytes, zone })
      const beginning = file.slice(0, previewBytes)
      try {
        setShown({ file, preview: await sendFile<StatementPreview>({ address, file: beginning, signal }) })
      } finally {
        if (!signal.aborted) setIsLooking(false)
      }
    })
  const start = ({ mapping, ...days }: Chosen) =>
    attempt(async (signal) => {
      if (!shown) return
      const { file } = shown
      const body = statementBody(mapping, file)
      setSent(0)
      try {
        const run = await sendFile<ReconciliationDetail>({
          address: reconcileAddress(shop, { name: file.name, ...days }),
          file: body,
          signal,
          onProgress: (bytes) => setSent(bytes / body.size),
        })
        storeAnswer(client, reconciliationKeys.detail(shop, run.id), run)
        // Stays sent until that page is there: another press would compare the file a second time.
        router.push(`/shops/${shop}/payments/reconciliations/${run.id}` as Route)
      } catch (error) {
        setSent(null)
        throw error
      }
    })
  const forget = () => {
    current.current?.abort()
    setSent(null)
    setShown(null)
    setRefused(null)
  }
  return { shown, look, start, sent, refused, isLooking, forget }
}
