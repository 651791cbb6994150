'use client'
import { CreditCard, Package, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Picked, Picker } from '@/components/form/picker'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { NotificationDetail } from '@/lib/contracts/notification'
import { type Chosen, chosenAtFirst, linkOf, type Target, targets } from './link-choice'
import { ChosenTargets } from './target-search'
import { useLink } from './use-change'

const loads = {
  checkout: () => import('./checkout-search'),
  product: () => import('./product-search'),
  customer: () => import('./customer-search'),
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

/** Says by hand what a notification is about: what is chosen here is kept over what was found. Loaded when it is wanted. */
export default function LinkDialog({ shop, notification, onClose }: LinkDialogProps) {
  const t = useTranslations('notifications.changed')
  const common = useTranslations('common')
  const [chosen, setChosen] = useState(() => chosenAtFirst(notification))
  const { send, isPending, failure } = useLink(shop, notification.id, onClose)
  const change = linkOf(notification, chosen)
  const firstOpen = targets.find((target) => chosen[target] === null)
  const put = (target: Target, thing: Chosen[Target]) => setChosen((now) => ({ ...now, [target]: thing }))

  return (
    <Dialog
      isOpen
      size="md"
      title={t('linkTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
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
      <p className="mb-4 text-md/5 text-muted">{t('linkText')}</p>
      <ChosenTargets value={put}>
        <div className="grid gap-4">
          {targets.map((target) => (
            <TargetField
              key={target}
              shop={shop}
              target={target}
              autoFocus={target === firstOpen}
              chosen={chosen[target]}
              onClear={() => put(target, null)}
            />
          ))}
        </div>
      </ChosenTargets>
      {failure && (
        <p role="alert" className="mt-4 text-md text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

interface TargetFieldProps {
  shop: string
  target: Target
  autoFocus: boolean
  chosen: Chosen[Target]
  onClear: () => void
}

function TargetField({ shop, target, autoFocus, chosen, onClear }: TargetFieldProps) {
  const t = useTranslations('notifications.changed')
  const mayRead = useMay(permissions[target])
  const Icon = icons[target]
  if (!mayRead) return null
  const label = t(`targets.${target}`)
  if (chosen === null)
    // What is found puts itself there, with its name.
    return (
      <Picker
        shop={shop}
        label={label}
        placeholder={t(`find.${target}`)}
        autoFocus={autoFocus}
        load={loads[target]}
        onPick={() => {}}
      />
    )
  return (
    <Picked
      field={`${target}_id`}
      label={label}
      icon={<Icon aria-hidden size={14} className="shrink-0 text-muted" />}
      clearLabel={t('clear', { name: chosen.name })}
      onClear={onClear}
    >
      <bdi>{chosen.name}</bdi>
    </Picked>
  )
}
