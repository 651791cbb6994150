'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FilePlus2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/core/api/http'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation'
import { orderReconciliation, reconciliationKeys } from '@/lib/payments/reconciliation-client'
import { storeAnswer } from '@/lib/core/client/store-answer'

interface RunActionsProps {
  shop: string
  run: ReconciliationDetail
  liveShopName: string | null
}

type Question = 'record' | 'undo'

/** Records what is only in the statement, or takes it back, after a question. */
export function RunActions({ shop, run, liveShopName }: RunActionsProps) {
  const t = useTranslations('reconciliation')
  const may = useMay('payments.reconcile')
  const [asked, setAsked] = useState<Question | null>(null)
  const { state, counts } = run
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: (verb: Question) => orderReconciliation(shop, run.id, verb),
    onSuccess: (answer) => {
      storeAnswer(client, reconciliationKeys.detail(shop, run.id), answer)
      setAsked(null)
    },
    onSettled: () => client.invalidateQueries({ queryKey: reconciliationKeys.all(shop) }),
  })
  const ask = (question: Question) => () => {
    send.reset()
    setAsked(question)
  }
  if (!may) return null
  const count = asked === 'undo' ? counts.recorded : counts.recordable
  const isConflict = send.error instanceof ApiError && send.error.status === 409
  return (
    <>
      {(state === 'matched' || state === 'recorded') && (
        <Button icon={<Undo2 aria-hidden size={15} />} onPress={ask('undo')}>
          {t('undo')}
        </Button>
      )}
      {state === 'matched' && counts.recordable > 0 && (
        <Button variant="primary" icon={<FilePlus2 aria-hidden size={15} />} onPress={ask('record')}>
          {t('record', { count: counts.recordable })}
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          title={t(`${asked}Title`, { count })}
          confirmLabel={t(asked, { count })}
          isPending={send.isPending}
          failure={send.error && t(isConflict ? 'conflict' : 'actionFailed')}
          onConfirm={() => send.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(`${asked}Text`, { count })}</p>
          {liveShopName !== null && (
            <p className="mt-2 font-medium text-warn">{t('live', { shop: liveShopName })}</p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
