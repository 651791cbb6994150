'use client'
import { LoaderCircle, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Notice } from '../payer/notice'
import { send, navigateTo } from '../payer/send'

interface AutoPayProps {
  token: string
  /** Idempotency key of the token's automatic payment: opening the page twice pays once. */
  attempt: string
  iframe: boolean
  /** Set if the card is only checked and saved, without a payment. */
  isCard: boolean
}

/** Pays with the merchant's stored card as soon as the page opens (docs/gateway.md#settings). */
export function AutoPay({ token, attempt, iframe, isCard }: AutoPayProps) {
  const t = useTranslations('sandbox')
  const [tries, setTries] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    let isOver = false
    void send(`/sandbox/v2/checkout/${token}/payments`, { attempt, source: 'stored' }).then((answer) => {
      if (isOver) return
      if (answer.kind === 'made') return navigateTo(answer.next, iframe)
      // The reloaded page says whether it is paid or expired.
      if (answer.kind === 'unpayable') return window.location.reload()
      setHasFailed(true)
    })
    return () => {
      isOver = true
    }
  }, [token, attempt, iframe, tries])

  if (!hasFailed)
    return (
      <div role="status">
        <Notice
          icon={<LoaderCircle size={20} className="animate-spin" />}
          title={t(isCard ? 'pay.cardProcessing' : 'pay.processing')}
          text={t('pay.processingText')}
        />
      </div>
    )
  return (
    <Notice
      icon={<TriangleAlert size={20} />}
      tone="bad"
      title={t(isCard ? 'pay.saveCardButton' : 'pay.orderTitle')}
      text={t(isCard ? 'pay.cardFailed' : 'pay.failed')}
    >
      <div className="grid border-t px-6 py-4 max-md:px-4">
        <Button
          variant="primary"
          className="min-h-11 text-base!"
          onPress={() => {
            setHasFailed(false)
            setTries(tries + 1)
          }}
        >
          {t('result.tryAgain')}
        </Button>
      </div>
    </Notice>
  )
}
