'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import type { Endpoint, EndpointWithSecret } from '@/lib/forwarding/schema'
import { ApiError } from '@/lib/core/http'
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
  const t = useTranslations()
  const [resends, setResends] = useState(endpoint.missed > 0)
  const order = useMutation({
    mutationFn: () => carryOut(shop, endpoint, question, resends),
    onSuccess: onDone,
  })
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={
        <span className="wrap-anywhere">{t(`forwarding.ask.${question}`, { name: endpoint.name })}</span>
      }
      closeLabel={t('common.close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant={question === 'remove' ? 'danger' : 'primary'}
            isPending={order.isPending}
            onPress={() => order.mutate()}
          >
            {t(`forwarding.${question}`)}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{t(`forwarding.ask.${question}Text`)}</p>
      {liveShopName && question !== 'resume' && (
        <p className="mt-2 wrap-anywhere">{t('forwarding.ask.inShop', { shop: liveShopName })}</p>
      )}
      {question === 'resume' && endpoint.missed > 0 && (
        <Checkbox isSelected={resends} onChange={setResends} className="mt-3">
          {t('forwarding.resendMissed', { count: endpoint.missed })}
        </Checkbox>
      )}
      {order.error && (
        <p role="alert" className="mt-3 text-md text-danger">
          {order.error instanceof ApiError ? order.error.title : t('errors.network')}
        </p>
      )}
    </Dialog>
  )
}

async function carryOut(
  shop: string,
  { id }: Endpoint,
  question: EndpointQuestion,
  resend: boolean,
): Promise<EndpointWithSecret | null> {
  if (question === 'rotate') return rotateSecret(shop, id)
  if (question === 'disable') await changeEndpoint(shop, id, { enabled: false })
  else if (question === 'resume') await enableEndpoint(shop, id, { resend })
  else await removeEndpoint(shop, id)
  return null
}
