'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { Checkbox } from '@/components/ui/fields/checkbox'
import type { Endpoint, EndpointWithSecret } from '@/lib/forwarding/schema'
import {
  changeEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '@/lib/forwarding/client'
import { OnceDialog, OpenDialog } from '@/components/dialogs/open-dialog'
import { QueryError } from '@/components/data-table/query-state'
import { Outcome } from '@/components/sending/outcome'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/text/code-block'
import { Skeleton } from '@/components/ui/skeleton'

/** Actions that need confirmation. */
export type EndpointQuestion = 'rotate' | 'disable' | 'resume' | 'remove'

interface QuestionDialogProps {
  shop: string
  /** The name of a live shop, shown where an action cannot be undone. */
  liveShopName: string | null
  question: EndpointQuestion
  endpoint: Endpoint
  onClose: () => void
  /** Receives the endpoint when the action made a new secret, else null. */
  onDone: (made: EndpointWithSecret | null) => void
}

/** Says what will happen, and to which endpoint. Loaded on intent. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { shop, liveShopName, question, endpoint, onClose, onDone } = props
  const t = useTranslations('forwarding')
  const failureText = useFailureText()
  const [resends, setResends] = useState(endpoint.missed > 0)
  const order = useMutation({
    mutationFn: () => carryOut(shop, endpoint, question, resends),
    onSuccess: onDone,
  })
  return (
    <ConfirmDialog
      title={t(`ask.${question}`, { name: endpoint.name })}
      confirmLabel={t(question)}
      isDanger={question === 'remove'}
      isPending={order.isPending}
      failure={order.error && failureText(order.error)}
      onConfirm={() => order.mutate()}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t(`ask.${question}Text`)}</p>
      {liveShopName && question !== 'resume' && (
        <p className="mt-2 wrap-anywhere">{t('ask.inShop', { shop: liveShopName })}</p>
      )}
      {question === 'resume' && endpoint.missed > 0 && (
        <Checkbox isSelected={resends} onChange={setResends} className="mt-3">
          {t('resendMissed', { count: endpoint.missed })}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

async function carryOut(
  shop: string,
  { id }: Endpoint,
  question: EndpointQuestion,
  isResend: boolean,
): Promise<EndpointWithSecret | null> {
  if (question === 'rotate') return rotateSecret(shop, id)
  if (question === 'disable') await changeEndpoint(shop, id, { enabled: false })
  else if (question === 'resume') await enableEndpoint(shop, id, { resend: isResend })
  else await removeEndpoint(shop, id)
  return null
}

interface SecretDialogProps {
  endpoint: EndpointWithSecret
  onClose: () => void
}

/** The signing secret. */
export function SecretDialog({ endpoint, onClose }: SecretDialogProps) {
  const t = useTranslations('forwarding')
  return (
    <OnceDialog
      title={t('secretTitle', { name: endpoint.name })}
      text={t('secretText')}
      value={endpoint.secret}
      copyLabel={t('copySecret')}
      closeLabel={t('secretKept')}
      note={[t('secretOnce'), endpoint.old_secret_until && t('secretOld')].filter(Boolean).join(' ')}
      onClose={onClose}
    />
  )
}

interface TestDialogProps {
  shop: string
  endpoint: Endpoint
  onClose: () => void
}

/** Sends a test when it opens, and shows the response. Loaded on intent. */
export function TestDialog({ shop, endpoint, onClose }: TestDialogProps) {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  const query = useQuery({
    queryKey: ['forwarding-test', shop, endpoint.id],
    queryFn: () => testEndpoint(shop, endpoint.id),
    // Sends once per opening, and never again automatically.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { data: result } = query
  return (
    <OpenDialog
      title={t('testTitle', { name: endpoint.name })}
      onClose={onClose}
      footer={
        <>
          <Button isPending={query.isFetching} onPress={() => void query.refetch()}>
            {t('testAgain')}
          </Button>
          <Button onPress={onClose}>{common('close')}</Button>
        </>
      }
    >
      <div role="status" className="grid gap-3">
        {query.isPending && <Skeleton className="h-5 w-40" />}
        {query.isPending && <span className="sr-only">{t('testing')}</span>}
        {result && <p>{t(result.accepted ? 'testAccepted' : 'testRefused')}</p>}
        {result && <Outcome result={result} />}
      </div>
      {query.isError && <QueryError query={query} title={t('testFailed')} />}
      {result && (
        <div className="mt-4">
          <h3 className="mb-1.5 text-md font-semibold">{t('sent')}</h3>
          <CodeBlock label={t('sent')} isWrapped className="max-h-40">
            {result.body}
          </CodeBlock>
        </div>
      )}
    </OpenDialog>
  )
}
