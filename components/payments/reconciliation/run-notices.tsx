'use client'
import { CircleAlert } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import { Link } from '@/components/ui/link'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation/reconciliation'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const MissingDialog = dynamic(lazyWithMessages(() => import('./missing-dialog')))

interface RunNoticesProps {
  shop: string
  run: ReconciliationDetail
  liveShopName: string | null
}

/** Why a run failed, earlier runs of the same file, what is gone since, and what cannot be compared or recorded. */
export function RunNotices({ shop, run, liveShopName }: RunNoticesProps) {
  const t = useTranslations('reconciliation')
  const { failure, same_file: same, withdrawn, counts } = run
  const { tests, other_currencies: others, unknown_uids: unknown } = counts
  return (
    <>
      {failure !== null && (
        <p role="alert" className="mb-3 flex gap-2.5 rounded-md bg-danger-weak px-3 py-2 text-md text-danger">
          <CircleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
          {t(`failure.${failure === 'upload_cut' ? 'upload_cut' : 'internal'}`)}
        </p>
      )}
      {same.length > 0 && (
        <p className="mb-3 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          {t('sameFile')}{' '}
          {same.map(({ id, created_at: at }) => (
            <Link
              key={id}
              href={`/shops/${shop}/payments/reconciliations/${id}` as Route}
              className="me-2 underline underline-offset-2"
            >
              <RelativeTime at={at} isPlain />
            </Link>
          ))}
        </p>
      )}
      {withdrawn > 0 && (
        <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
          {t('withdrawn', { count: withdrawn })}
        </p>
      )}
      {unknown > 0 && <UnknownUids shop={shop} run={run} liveShopName={liveShopName} />}
      {tests + others > 0 && (
        <p className="mb-3 text-md text-muted">
          {t('apart', { tests, others, both: tests > 0 && others > 0 ? 'yes' : 'no' })}
        </p>
      )}
    </>
  )
}

/** Rows that are recorded only after a person confirms their UIDs: the wrong column may have been read. */
function UnknownUids({ shop, run, liveShopName }: RunNoticesProps) {
  const t = useTranslations('reconciliation')
  const mayReconcile = useMay('payments.reconcile')
  const [isAsking, setIsAsking] = useState(false)
  return (
    <div className="mb-3 flex gap-2.5 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
      <CircleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
      <div>
        <p>{t('unknownUids', { count: run.counts.unknown_uids })}</p>
        {mayReconcile && run.state === 'matched' && (
          <Button size="sm" className="mt-2" onPress={() => setIsAsking(true)}>
            {t('missing.open')}
          </Button>
        )}
      </div>
      {isAsking && (
        <MissingDialog shop={shop} run={run} liveShopName={liveShopName} onClose={() => setIsAsking(false)} />
      )}
    </div>
  )
}
