'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useIsArchived, useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link'
import { toast } from '@/components/ui/overlays/toast-store'
import type { AlertItem, AlertDelivery } from '@/lib/alerts/schema'
import { alertsOptions, dismissAlert } from '@/lib/alerts/client'
import { installation } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useAlertText, useAttemptText } from './use-alert-text'

interface AlertsProps {
  /** A shop's ID, or `installation`. */
  shop: string
  alerts: readonly AlertItem[]
}

export function OpenCard({ shop, alerts }: AlertsProps) {
  const t = useTranslations('alerts')
  return (
    <Card>
      <Section title={t('open')}>
        {alerts.length === 0 ? (
          <p className="text-md/5 text-muted">{t('noneOpen')}</p>
        ) : (
          <AlertRows shop={shop} alerts={alerts} />
        )}
      </Section>
    </Card>
  )
}

export function ClosedCard({ shop, alerts }: AlertsProps) {
  const t = useTranslations('alerts')
  if (alerts.length === 0) return null
  return (
    <Card>
      <Section title={t('recent')}>
        <AlertRows shop={shop} alerts={alerts} />
      </Section>
    </Card>
  )
}

/** What happened, since when, the outcome and the deliveries. */
const AlertRows = ({ shop, alerts }: AlertsProps) => (
  <ul className="grid gap-4">
    {alerts.map((alert) => (
      <li key={alert.id} className="border-b pb-4 last:border-b-0 last:pb-0">
        <AlertRow shop={shop} alert={alert} />
      </li>
    ))}
  </ul>
)

function AlertRow({ shop, alert }: { shop: string; alert: AlertItem }) {
  const t = useTranslations('alerts')
  const { title, what, todo } = useAlertText()(shop, alert)
  const isOpen = alert.closed_at === null
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="min-w-0 text-md font-semibold wrap-anywhere">{title}</h3>
        <State alert={alert} />
      </div>
      <p className="text-md/5 wrap-anywhere">{what}</p>
      {isOpen && <p className="text-md/5 text-muted">{todo}</p>}
      <p className="text-sm wrap-anywhere text-muted">
        {t.rich('since', { when: when(alert.opened_at) })}
        {alert.closed_at && <> · {t.rich('closedAt', { when: when(alert.closed_at) })}</>}
        {alert.dismissed_by && <> · {t('dismissedBy', { name: alert.dismissed_by })}</>}
      </p>
      <Deliveries deliveries={alert.deliveries} />
      <Actions shop={shop} alert={alert} />
    </div>
  )
}

function State({ alert }: { alert: AlertItem }) {
  const t = useTranslations('alerts')
  if (alert.closed_how === null)
    return (
      <Badge tone="warn" hasDot>
        {t('states.open')}
      </Badge>
    )
  return (
    <Badge tone={alert.closed_how === 'over' ? 'ok' : 'neutral'}>{t(`states.${alert.closed_how}`)}</Badge>
  )
}

function Actions({ shop, alert }: { shop: string; alert: AlertItem }) {
  const t = useTranslations('alerts')
  const client = useQueryClient()
  const mayManage = useMay('alerts.manage') || shop === installation
  const button = useRef<HTMLButtonElement>(null)
  const dismiss = useMutation({
    mutationFn: () => dismissAlert(shop, alert.id),
    onSuccess: (list) => {
      passFocusOn(button.current)
      storeAnswer(client, alertsOptions(shop).queryKey, list)
      toast(t('dismissed'))
    },
  })
  const href = useAlertText()(shop, alert).href
  const isArchived = useIsArchived()
  const isOpen = alert.closed_at === null
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {href && (
        <LinkButton size="sm" href={href as Route}>
          {t(`show.${alert.kind}`)}
        </LinkButton>
      )}
      {isOpen && mayManage && !isArchived && (
        <Button
          ref={button}
          size="sm"
          variant="ghost"
          isPending={dismiss.isPending}
          onPress={() => dismiss.mutate()}
        >
          {t('dismiss')}
        </Button>
      )}
      {dismiss.isError && (
        <span role="alert" className="text-sm text-danger">
          {t('dismissFailed')}
        </span>
      )}
    </div>
  )
}

function Deliveries({ deliveries }: { deliveries: readonly AlertDelivery[] }) {
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
