'use client'
import { Download } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { PageHeader } from '@/components/frame/page-header'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card, Section } from '@/components/ui/card'
import type { CheckoutTarget } from '@/lib/checkouts/import'
import type { CustomerTarget } from '@/lib/customers/import'
import { importTargets, type JobSubject } from '@/lib/jobs/import-targets'
import type { ProductTarget } from '@/lib/products/import'
import { Breakable } from '@/components/ui/text/breakable'
import { Link } from '@/components/ui/link'
import { FileDrop } from './file-drop'
import { useSizeText } from './size-text'
import { useTargetName } from './target-name'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { jobKeys } from '@/lib/core/client/keys'
import { importAddress } from '@/lib/jobs/client'
import { maxImportBytes } from '@/lib/jobs/import'
import type { JobDetail } from '@/lib/jobs/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { sendFile, useSendingReason } from './send-file'
import { useFocusInPlace } from './use-focus-in-place'

interface ImportPageProps {
  shop: string
  of: JobSubject
}

/** Uploads a file to import and explains its format. The job's page then shows what the import would do. */
export function ImportPage({ shop, of }: ImportPageProps) {
  const t = useTranslations('imports')
  const words = useTranslations(of)
  const { upload, send, cancel } = useUpload(shop, of)
  const place = useFocusInPlace(upload.state === 'sending')
  const list = `/shops/${shop}/${of}` as Route
  return (
    <>
      <PageHeader
        title={t(`${of}.title`)}
        crumbs={[{ label: words('title'), href: list }, { label: t('crumb') }]}
        crumbsLabel={words('crumbs')}
      />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,740px)_minmax(280px,1fr)]">
        <Card>
          <Section title={t('file')}>
            <p className="mb-4 max-w-prose text-md text-muted">{t(`${of}.intro`)}</p>
            <UnsavedGuard isDirty={upload.state === 'sending'} isUploading />
            <div ref={place}>
              {upload.state === 'sending' ? (
                <Sending upload={upload} onCancel={cancel} />
              ) : (
                <FileDrop onFile={(file) => void send(file)} />
              )}
            </div>
            <Outcome upload={upload} />
          </Section>
          <Section title={t('columnsHead')}>
            <Columns of={of} />
          </Section>
        </Card>
        <Card>
          <Section title={t('howTo')}>
            <p className="mb-2 text-md text-muted">{t('templateText')}</p>
            <a href={templateAddress(of)} download={`${of}.csv`} className={buttonClass()}>
              <Download aria-hidden size={15} />
              {t('template')}
            </a>
            <p className="mt-4 text-md text-muted">{t(`${of}.orExport`)}</p>
            <p className="mt-4 text-md">
              <Link href={`/shops/${shop}/jobs` as Route} className="underline underline-offset-2">
                {t('jobs')}
              </Link>
            </p>
          </Section>
        </Card>
      </div>
    </>
  )
}

interface SendingProps {
  upload: Extract<Upload, { state: 'sending' }>
  onCancel: () => void
}

function Sending({ upload: { name, sent, size }, onCancel }: SendingProps) {
  const t = useTranslations('imports')
  const sizeText = useSizeText()
  const percent = size === 0 ? 100 : Math.min(100, Math.floor((sent / size) * 100))
  const isSent = sent >= size
  return (
    <div className="rounded-md border border-border-strong px-4 py-5">
      <p className="mb-2 wrap-anywhere font-medium">{t('uploading', { name })}</p>
      <progress
        aria-label={t('uploading', { name })}
        max={100}
        value={percent}
        className="block h-1.5 w-full accent-accent"
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3 text-md text-muted">
        <span className="tabular-nums">
          {isSent ? t('reading') : t('sent', { percent, size: sizeText(size) })}
        </span>
        <Button size="sm" onPress={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Shows a cancelled or failed upload. A successful one opens its job instead. */
function Outcome({ upload }: { upload: Upload }) {
  const t = useTranslations('imports')
  return (
    <>
      <p role="status" className="text-md text-muted not-empty:mt-3">
        {upload.state === 'cancelled' && t('cancelled', { name: upload.name })}
      </p>
      {upload.state === 'refused' && (
        <div role="alert" className="mt-3 rounded-md bg-danger-weak px-3 py-2 text-md text-danger">
          <p className="font-medium wrap-anywhere">{t('failed', { name: upload.name })}</p>
          <p>{upload.reason}</p>
        </div>
      )}
    </>
  )
}

function Columns({ of }: Pick<ImportPageProps, 'of'>) {
  const targetName = useTargetName(of)
  const formatOf = useCellFormats(of)
  return (
    <dl className="grid gap-y-2 text-md sm:gap-y-1.5">
      {importTargets[`${of}.import`].targets.map((target) => (
        <div
          key={target}
          className="grid grid-cols-[8rem_minmax(0,1fr)] items-baseline gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1.4fr)]"
        >
          <dt className="font-mono text-xs">
            <Breakable text={target} />
          </dt>
          <dd>{targetName(target)}</dd>
          <dd className="wrap-anywhere text-muted max-sm:col-start-2">{formatOf(target)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns a function that describes the cell format of a column. */
function useCellFormats(of: JobSubject): (target: string) => string {
  const products = useTranslations('products.import.form')
  const checkouts = useTranslations('checkouts.import.form')
  const customers = useTranslations('customers.import.form')
  return (target) => {
    if (of === 'checkouts') return checkouts(target as CheckoutTarget)
    return of === 'products' ? products(target as ProductTarget) : customers(target as CustomerTarget)
  }
}

/** Sample rows with the columns that most files need, in the default names. */
const rows: Record<JobSubject, readonly (readonly string[])[]> = {
  products: [
    ['id', 'name', 'description', 'currency', 'price', 'quantity', 'infinite', 'expired_at', 'immortal', 'test'],
    ['', 'Notebook', 'A5, 96 pages', 'EUR', '12.50', '40', 'false', '', 'true', 'true'],
  ],
  checkouts: [
    ['description', 'price', 'currency', 'tracking_id', 'email', 'first_name', 'last_name', 'expired_at'],
    ['Order 1142', '149.90', 'EUR', '1142', 'maria@example.com', 'Maria', 'Keller', ''],
  ],
  customers: [
    ['email', 'ip', 'first_name', 'last_name', 'phone', 'external_id', 'country', 'city', 'zip', 'address'],
    ['maria@example.com', '203.0.113.7', 'Maria', 'Keller', '+49 171 5550100', 'C-1042', 'DE', 'Leipzig', '04109', 'Markt 1'],
  ],
} // prettier-ignore

const line = (cells: readonly string[]) =>
  `${cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')}\r\n`

/** A template file that spreadsheets can open and the import accepts. */
const templateAddress = (of: JobSubject) =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(rows[of].map(line).join(''))}`

type Upload =
  | { state: 'none' }
  | { state: 'sending'; name: string; sent: number; size: number }
  | { state: 'cancelled'; name: string }
  | { state: 'refused'; name: string; reason: string }

/** Uploads one file at a time and opens its job. */
function useUpload(shop: string, of: JobSubject) {
  const router = useRouter()
  const client = useQueryClient()
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const current = useRef<AbortController>(null)
  const checkedReason = useCheck()
  const reasonOf = useSendingReason()
  // Leaving the page cancels the import: the server does not keep a partial file.
  useEffect(() => () => current.current?.abort(), [])

  async function send(file: File) {
    const { name, size } = file
    const refused = checkedReason(file)
    if (refused) return setUpload({ state: 'refused', name, reason: refused })
    const { signal } = (current.current = new AbortController())
    setUpload({ state: 'sending', name, sent: 0, size })
    try {
      const onProgress = (sent: number) => setUpload({ state: 'sending', name, sent, size })
      const job = await sendFile<JobDetail>({
        address: importAddress(shop, of, name),
        file,
        signal,
        onProgress,
      })
      storeAnswer(client, jobKeys.detail(shop, job.id), job)
      void client.invalidateQueries({ queryKey: jobKeys.lists(shop) })
      router.push(`/shops/${shop}/jobs/${job.id}` as Route)
    } catch (error) {
      if (signal.aborted) return setUpload({ state: 'cancelled', name })
      setUpload({ state: 'refused', name, reason: reasonOf(error) })
    }
  }
  return { upload, send, cancel: () => current.current?.abort() }
}

/** Returns a function that checks a file before it is sent. */
function useCheck() {
  const t = useTranslations('imports')
  const sizeText = useSizeText()
  return ({ size }: File): string | null => {
    if (size === 0) return t('empty')
    return size > maxImportBytes ? t('tooLarge', { size: sizeText(size) }) : null
  }
}
