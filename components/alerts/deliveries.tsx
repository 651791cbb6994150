'use client'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import type { AlertDelivery } from '@/lib/alerts/schema'
import { useAttemptText } from './use-attempt-text'

/** What became of telling it, a line for each message. */
export function Deliveries({ deliveries }: { deliveries: readonly AlertDelivery[] }) {
  const t = useTranslations('alerts')
  if (deliveries.length === 0) return <p className="text-sm text-muted">{t('toldNobody')}</p>
  return (
    <ul aria-label={t('log')} className="grid gap-1 border-s-2 ps-3 text-sm">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="wrap-anywhere">
          <Delivery delivery={delivery} />
        </li>
      ))}
    </ul>
  )
}

function Delivery({ delivery }: { delivery: AlertDelivery }) {
  const t = useTranslations('alerts')
  const attemptText = useAttemptText()
  const { channel, occasion, attempts, last, delivered_at: delivered, next_attempt_at: next } = delivery
  const head = t('logHead', { channel: t(`channels.${channel}`), occasion: t(`occasions.${occasion}`) })
  if (delivered)
    return (
      <>
        {head} <span className="text-muted">{t.rich('logDelivered', { when: when(delivered) })}</span>
      </>
    )
  return (
    <>
      {head} {last ? <span className="text-danger">{attemptText(last)}</span> : null}{' '}
      <span className="text-muted">
        {next
          ? t.rich(last ? 'logAgain' : 'logSoon', { when: when(next), attempts })
          : t('logGivenUp', { attempts })}
      </span>
    </>
  )
}
