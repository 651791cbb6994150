'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { useSettled } from '@/components/ui/use-settled'
import type { TrackingUse } from '@/lib/checkouts/schema'
import { trackingOptions } from '@/lib/checkouts/client'
import { Link } from '../../ui/link'
import { Caution } from './cautions'
import type { PartProps } from './control'

const longest = 255

/** Where a tracking ID is used already. It should be unique; nothing forbids that it is not. */
export function TrackingWarning({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const typed = useSettled(useWatch({ control, name: 'checkout.order.tracking_id' }).trim())
  const isAsked = typed !== '' && typed.length <= longest
  const { data } = useQuery({ ...trackingOptions(shop, typed), enabled: isAsked })
  const uses = isAsked ? (data?.items ?? []) : []
  return (
    <div role="status">
      {uses.length > 0 && (
        <div className="mt-1.5">
          <Caution>{t('trackingUsed', { count: uses.length })}</Caution>
          <ul className="mt-1 ms-5 grid gap-0.5 text-xs">
            {uses.slice(0, 3).map((use) => (
              <li key={`${use.kind} ${use.id} ${use.tracking_id}`}>
                <Use shop={shop} use={use} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Use({ shop, use }: { shop: string; use: TrackingUse }) {
  const t = useTranslations('checkoutForm.trackingUse')
  const { amountText } = useMoney()
  const href =
    use.kind === 'checkout'
      ? `/shops/${shop}/checkouts/${use.id}`
      : `/shops/${shop}/notifications?open=${use.id}`
  const said = [use.description ?? use.tracking_id, amountText(use)].filter(Boolean).join(' · ')
  return (
    <Link
      href={href as Route}
      target="_blank"
      className="inline-flex min-h-6 items-center underline underline-offset-2"
    >
      {t(use.kind, { said })}
    </Link>
  )
}
