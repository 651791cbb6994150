'use client'
import { CreditCard, Package, UserRound } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Picked, Picker } from '@/components/form/fields/picker'
import { useMay } from '@/components/frame/use-may'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { visibleText } from '@/components/ui/text/visible-text'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { type Chosen, chosenAtFirst, ChosenTargets, linkOf, type Target, targets } from './link-choice'
import { Suggestions } from './suggestions'
import { useLink } from '../use-change'

const loadSearches = () => import('./searches')
const loads = {
  checkout: () => loadSearches().then((m) => m.CheckoutSearch),
  product: () => loadSearches().then((m) => m.ProductSearch),
  customer: () => loadSearches().then((m) => m.CustomerSearch),
}
const icons = { checkout: CreditCard, product: Package, customer: UserRound }
const permissions = {
  checkout: 'checkouts.read',
  product: 'products.read',
  customer: 'customers.read',
} as const

interface LinkDialogProps {
  shop: string
  notification: NotificationDetail
  onClose: () => void
}

/** Links a notification to records by hand. A choice made here takes precedence over what was found. */
export default function LinkDialog({ shop, notification, onClose }: LinkDialogProps) {
  const t = useTranslations('notifications.changed')
  const common = useTranslations('common')
  const [first] = useState(() => chosenAtFirst(notification))
  const [chosen, setChosen] = useState(first)
  const { send, isPending, failure } = useLink(shop, notification.id, onClose)
  const change = linkOf(first, chosen)
  const firstOpen = targets.find((target) => chosen[target] === null)
  const put = (target: Target, thing: Chosen[Target]) => setChosen((now) => ({ ...now, [target]: thing }))

  return (
    <OpenDialog
      size="md"
      title={t('linkTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={change === null}
            onPress={() => change && send(change)}
          >
            {t('linkAction')}
          </Button>
        </>
      }
    >
      <About notification={notification} />
      <p className="mt-3 mb-4 text-md/5 text-muted">{t('linkText')}</p>
      <ChosenTargets value={put}>
        <div className="grid gap-4">
          {targets.map((target) => (
            <TargetField
              key={target}
              shop={shop}
              target={target}
              autoFocus={target === firstOpen}
              chosen={chosen[target]}
              notification={notification}
              onPut={(thing) => put(target, thing)}
            />
          ))}
        </div>
      </ChosenTargets>
      {failure && (
        <p role="alert" className="mt-4 text-md text-danger">
          {failure}
        </p>
      )}
    </OpenDialog>
  )
}

/** Shows the payment's facts, because the dialog covers the page. */
function About({ notification }: { notification: NotificationDetail }) {
  const t = useTranslations('notifications.changed')
  const { amountText } = useMoney()
  const { description, tracking_id: trackingId, email, status, received_at: at } = notification
  const facts = [amountText(notification), status, trackingId, email].filter((fact) => fact !== null)
  return (
    <section aria-label={t('about')} className="rounded-md bg-sunken px-3 py-2 text-md/5 wrap-anywhere">
      {description && (
        <p dir="auto" className="line-clamp-2 font-medium">
          {visibleText(description)}
        </p>
      )}
      <p>
        {facts.map((fact) => (
          <Fragment key={fact}>
            <bdi>{visibleText(fact)}</bdi> ·{' '}
          </Fragment>
        ))}
        <RelativeTime at={at} />
      </p>
    </section>
  )
}

interface TargetFieldProps {
  shop: string
  target: Target
  autoFocus: boolean
  chosen: Chosen[Target]
  notification: NotificationDetail
  onPut: (thing: Chosen[Target]) => void
}

function TargetField({ shop, target, autoFocus, chosen, notification, onPut }: TargetFieldProps) {
  const t = useTranslations('notifications.changed')
  const mayRead = useMay(permissions[target])
  const Icon = icons[target]
  if (!mayRead) return null
  const label = t(`targets.${target}`)
  if (chosen === null)
    return (
      <div>
        {/* The search sets the choice itself through `ChosenTargets`, with the name. */}
        <Picker
          shop={shop}
          label={label}
          placeholder={t(`find.${target}`)}
          autoFocus={autoFocus}
          load={loads[target]}
          onPick={() => {}}
        />
        <Suggestions shop={shop} target={target} notification={notification} onPick={onPut} />
      </div>
    )
  return (
    <Picked
      field={`${target}_id`}
      label={label}
      icon={<Icon aria-hidden size={14} className="shrink-0 text-muted" />}
      clearLabel={t('clear', { name: chosen.name })}
      onClear={() => onPut(null)}
    >
      <bdi>{chosen.name}</bdi>
    </Picked>
  )
}
