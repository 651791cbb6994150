'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { Checkbox } from '@/components/ui/fields/checkbox'
import type { Endpoint, EndpointWithSecret } from '@/lib/forwarding/schema'
import { changeEndpoint, enableEndpoint, removeEndpoint, rotateSecret } from '@/lib/forwarding/client'

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
export default function QuestionDialog(props: QuestionDialogProps) {
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
