'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import { toast } from '@/components/ui/overlays/toast-store'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { settleCheckout } from '@/lib/checkouts/client'
import { checkoutKeys } from '@/lib/core/client/keys'
import { useCheckoutFailureText } from '@/components/payment-links/checkout-failure'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { storeAnswer } from '@/lib/core/client/store-answer'

const DiscardDialog = dynamic(lazyWithMessages(() => import('./discard-dialog')))

interface UnconfirmedProps {
  shop: string
  checkout: CheckoutDetail
}

export function Unconfirmed({ shop, checkout }: UnconfirmedProps) {
  const t = useTranslations('checkouts.unconfirmed')
  const maySettle = useMay('checkouts.create')
  const [doing, setDoing] = useState<'exists' | 'discard' | null>(null)
  return (
    <section
      aria-label={t('title')}
      className="flex gap-3 rounded-lg border border-warn/40 bg-warn-weak px-5 py-4.5 text-md/5 max-md:px-4"
    >
      <CircleHelp aria-hidden size={18} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">{t('title')}</h2>
        <p className="mt-1.5">{t('why')}</p>
        <p className="mt-2">{t('waits')}</p>
        <p className="mt-2">{t(maySettle ? 'look' : 'ask')}</p>
        {maySettle && (
          <div className="mt-3.5 flex flex-wrap gap-2">
            <Button
              aria-expanded={doing === 'exists'}
              onPress={() => setDoing(doing === 'exists' ? null : 'exists')}
            >
              {t('exists')}
            </Button>
            <Button onPress={() => setDoing('discard')}>{t('existsNot')}</Button>
          </div>
        )}
        {doing === 'exists' && <ExistsForm shop={shop} checkout={checkout} />}
      </div>
      {doing === 'discard' && (
        <DiscardDialog shop={shop} checkout={checkout} onClose={() => setDoing(null)} />
      )}
    </section>
  )
}

/** Takes the payment page's URL of a checkout that was found at the gateway, so that its link can be used. */
function ExistsForm({ shop, checkout: { id, transaction_type: type } }: UnconfirmedProps) {
  const t = useTranslations('checkouts.unconfirmed')
  const client = useQueryClient()
  const router = useRouter()
  const failureText = useCheckoutFailureText()
  const [address, setAddress] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const settle = useMutation({
    mutationFn: () => {
      const redirect_url = address.trim()
      return settleCheckout(shop, id, { exists: true, ...(redirect_url === '' ? {} : { redirect_url }) })
    },
    onSuccess: (settled) => {
      passFocusOn(form.current)
      storeAnswer(client, checkoutKeys.detail(shop, id), settled)
      toast(t('confirmed'))
      // The server renders the QR code.
      router.refresh()
    },
    onSettled: () => client.invalidateQueries({ queryKey: checkoutKeys.all(shop) }),
  })
  return (
    <form
      ref={form}
      className="mt-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!settle.isPending) settle.mutate()
      }}
    >
      <UnsavedGuard isDirty={address.trim() !== '' && !settle.isPending && !settle.isSuccess} />
      <TextField
        autoFocus
        isMono
        inputMode="url"
        autoComplete="off"
        label={t('address', { type })}
        hint={t('addressHint')}
        error={settle.isError ? failureText(settle.error) : undefined}
        value={address}
        onChange={(text) => {
          setAddress(text)
          if (settle.isError) settle.reset()
        }}
      />
      <Button type="submit" variant="primary" className="mt-3" isPending={settle.isPending}>
        {t('keep')}
      </Button>
    </form>
  )
}
