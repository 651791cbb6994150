'use client'
import { CreditCard, Package, UserRound } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { Picked, Picker } from '@/components/form/fields/picker'
import { useMay } from '@/components/frame/use-may'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { visibleText } from '@/components/ui/text/visible-text'
import {
  type Chosen,
  chosenAtFirst,
  ChosenTargets,
  type Linked,
  linkOf,
  type Target,
  targets,
} from './link-choice'
import { type SuggestionSource, Suggestions } from './suggestions'
import type { LinkChange } from './use-link-change'

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

/** What is linked, as the dialog shows it. `at`: when the notification was received, or when it was paid. */
export type LinkSubject = SuggestionSource & {
  kind: 'notification' | 'payment'
  status: string | null
  at: string
}

interface LinkDialogProps {
  shop: string
  about: LinkSubject
  linked: Linked
  /** Customers are linked to notifications, so a payment without one has no customer. */
  hasCustomers: boolean
  change: LinkChange
  onClose: () => void
}

/** Links a notification or a payment to records by hand. A choice made here takes precedence over what was found. */
export default function LinkDialog({ shop, about, linked, hasCustomers, change, onClose }: LinkDialogProps) {
  const t = useTranslations('notifications.changed')
  const common = useTranslations('common')
  const [first] = useState(() => chosenAtFirst(linked))
  const [chosen, setChosen] = useState(first)
  const { send, isPending, failure } = change
  const link = linkOf(first, chosen)
  const offered = targets.filter((target) => hasCustomers || target !== 'customer')
  const firstOpen = offered.find((target) => chosen[target] === null)
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
            isDisabled={link === null}
            onPress={() => link && send(link)}
          >
            {t('linkAction')}
          </Button>
        </>
      }
    >
      <UnsavedGuard isDirty={link !== null} isSending={isPending} />
      <About about={about} />
      <p className="mt-3 mb-4 text-md/5 text-muted">{t('linkText')}</p>
      <ChosenTargets value={put}>
        <div className="grid grid-cols-1 gap-4">
          {offered.map((target) => (
            <TargetField
              key={target}
              shop={shop}
              target={target}
              autoFocus={target === firstOpen}
              chosen={chosen[target]}
              about={about}
              onPut={(thing) => put(target, thing)}
            />
          ))}
        </div>
      </ChosenTargets>
      {!hasCustomers && <p className="mt-4 text-md/5 text-muted">{t('noCustomer')}</p>}
      {failure && (
        <p role="alert" className="mt-4 text-md text-danger">
          {failure}
        </p>
      )}
    </OpenDialog>
  )
}

/** Shows what is linked, because the dialog covers the page. */
function About({ about }: { about: LinkSubject }) {
  const t = useTranslations('notifications.changed')
  const { amountText } = useMoney()
  const { kind, description, tracking_id: trackingId, email, status, at } = about
  const said = [status, trackingId, email].map((fact) => fact && visibleText(fact))
  const facts = [amountText(about), ...said].filter((fact) => fact !== null)
  return (
    <section
      aria-label={t('about', { kind })}
      className="rounded-md bg-sunken px-3 py-2 text-md/5 wrap-anywhere"
    >
      {description && (
        <p dir="auto" className="line-clamp-2 font-medium">
          {visibleText(description)}
        </p>
      )}
      <p>
        {facts.map((fact) => (
          <Fragment key={fact}>
            <bdi>{fact}</bdi> ·{' '}
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
  about: LinkSubject
  onPut: (thing: Chosen[Target]) => void
}

function TargetField({ shop, target, autoFocus, chosen, about, onPut }: TargetFieldProps) {
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
        <Suggestions shop={shop} target={target} about={about} onPick={onPut} />
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
