'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import type { LinkRepair } from '@/lib/products/link-state'
import { Button } from '../ui/button'
import { LinkButton } from '../ui/link'
import { useMutation } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState, useTransition } from 'react'
import { unconfirmedIdOf } from '@/components/form/submitting/use-submit-failure'
import { useIdempotencyKey } from '@/components/form/submitting/use-idempotency-key'
import { toast } from '@/components/ui/overlays/toast-store'
import { type CheckoutState, checkoutStates } from '@/lib/checkouts/state'
import { ApiError } from '@/lib/core/api/http'
import { reissueCheckout } from '@/lib/checkouts/client'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

interface CheckoutRepairProps {
  shop: string
  checkout: Pick<CheckoutItem, 'id' | 'description'>
  repair: LinkRepair | null
  onReissue: () => void
  isPending?: boolean
}

/**
 * Offers a way to a payable link when the checkout's own is dead. Shown only to people who may create
 * checkouts.
 */
export function CheckoutRepair({ shop, checkout, repair, onReissue, isPending }: CheckoutRepairProps) {
  const t = useTranslations('links')
  const mayCreate = useMay('checkouts.create')
  if (!mayCreate || repair === null) return null
  const label = t(`repair.${repair}`)
  const name = t('repairOf', { repair: label, name: checkout.description })
  if (repair !== 'reissue')
    return (
      <LinkButton size="sm" href={`/shops/${shop}/checkouts/${checkout.id}` as Route} aria-label={name}>
        {label}
      </LinkButton>
    )
  return (
    <Button size="sm" aria-label={name} isPending={isPending} onPress={onReissue}>
      {label}
    </Button>
  )
}

const ReissueDialog = dynamic(lazyWithMessages(() => import('./reissue-dialog')))

type Reissued = Pick<CheckoutItem, 'id' | 'description' | 'state' | 'transaction_type'>
type Order = { checkout: Reissued; isEvenSo: boolean }

/**
 * Why a reissue failed. `state` is set if a customer may pay twice: the state that the server found. Otherwise null.
 */
export type Obstacle = { checkout: Reissued; state: CheckoutState | null; error: Error }

const stateIn = (error: unknown): CheckoutState | null =>
  error instanceof ApiError && error.code === 'conflict'
    ? (checkoutStates.find((state) => state === error.current.state) ?? null)
    : null

/**
 * Reissues a checkout and opens the new one. If the old one may still be paid, or was paid, a dialog asks first. The
 * server decides that, because the page may be out of date.
 */
export function useReissue(shop: string): {
  reissue: (checkout: Reissued) => void
  isPending: boolean
  dialog: ReactNode
} {
  const t = useTranslations('checkouts.reissuing')
  const router = useRouter()
  const [obstacle, setObstacle] = useState<Obstacle | null>(null)
  const { keyOf, renew } = useIdempotencyKey()
  // Pending until the new page is there: a press before would begin another reissue.
  const [isLeaving, startLeaving] = useTransition()
  const go = (id: string) => {
    setObstacle(null)
    startLeaving(() => router.push(`/shops/${shop}/checkouts/${id}` as Route))
  }
  const send = useMutation({
    mutationFn: ({ checkout: { id }, isEvenSo }: Order) => {
      const body = isEvenSo ? { even_so: true } : {}
      return reissueCheckout(shop, id, body, { idempotencyKey: keyOf({ id, isEvenSo }) })
    },
    onSuccess: ({ id }) => {
      renew()
      toast(t('done'))
      go(id)
    },
    onError: (error, { checkout }) => {
      const lost = unconfirmedIdOf(error)
      if (lost !== null) return go(lost)
      setObstacle({ checkout, state: stateIn(error), error })
    },
  })
  const isPending = send.isPending || isLeaving
  return {
    // Not every button shows that it is pending.
    reissue: (checkout) => {
      if (!isPending) send.mutate({ checkout, isEvenSo: false })
    },
    isPending,
    dialog: obstacle && (
      <ReissueDialog
        obstacle={obstacle}
        isPending={send.isPending}
        onEvenSo={() => send.mutate({ checkout: obstacle.checkout, isEvenSo: true })}
        onClose={() => setObstacle(null)}
      />
    ),
  }
}
