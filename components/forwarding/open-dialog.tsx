'use client'
import { useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/toast-store'
import type { Endpoint, EndpointWithSecret } from '@/lib/forwarding/schema'
import { forwardingKeys } from '@/lib/core/client/keys'
import type { EndpointQuestion } from './question-dialog'

const EndpointDialog = dynamic(() => import('./endpoint-dialog'), { loading: () => null })
const SecretDialog = dynamic(() => import('./secret-dialog'), { loading: () => null })
const QuestionDialog = dynamic(() => import('./question-dialog'), { loading: () => null })
const TestDialog = dynamic(() => import('./test-dialog'), { loading: () => null })

export type Open =
  | { kind: 'edit'; endpoint: Endpoint | null }
  | { kind: 'secret'; endpoint: EndpointWithSecret }
  | { kind: 'test'; endpoint: Endpoint }
  | { kind: 'question'; question: EndpointQuestion; endpoint: Endpoint }

interface OpenDialogProps {
  shop: string
  isSandbox: boolean
  liveShopName: string | null
  open: Open
  onOpen: (next: Open | null) => void
}

/** One at a time. What changed something has the lists read again. */
export function OpenDialog({ shop, isSandbox, liveShopName, open, onOpen }: OpenDialogProps) {
  const t = useTranslations('forwarding')
  const client = useQueryClient()
  const close = () => onOpen(null)
  const changed = (made: EndpointWithSecret | null, said: string) => {
    void client.invalidateQueries({ queryKey: forwardingKeys.all(shop) })
    if (made) return onOpen({ kind: 'secret', endpoint: made })
    close()
    toast(said)
  }
  switch (open.kind) {
    case 'edit':
      return (
        <EndpointDialog
          shop={shop}
          endpoint={open.endpoint}
          isSandbox={isSandbox}
          onClose={close}
          onSaved={(made) => changed(made, t('saved'))}
        />
      )
    case 'secret':
      return <SecretDialog endpoint={open.endpoint} onClose={close} />
    case 'test':
      return <TestDialog shop={shop} endpoint={open.endpoint} onClose={close} />
    case 'question':
      return (
        <QuestionDialog
          shop={shop}
          liveShopName={liveShopName}
          question={open.question}
          endpoint={open.endpoint}
          onClose={close}
          onDone={(made) => changed(made, t(`done.${open.question}`, { name: open.endpoint.name }))}
        />
      )
  }
}
