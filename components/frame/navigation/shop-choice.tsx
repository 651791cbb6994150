'use client'
import { Archive, Check, CreditCard, FlaskConical, TestTubeDiagonal, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ShopStates } from '@/lib/shops/states'
import { cx } from '../../ui/cx'
import { GatewayDot } from '../health'
import type { FrameShop } from '../types'

/** As in the ribbons. */
const icons = {
  sandbox: { Icon: FlaskConical, colour: 'text-warn' },
  test: { Icon: TestTubeDiagonal, colour: 'text-info' },
  live: { Icon: CreditCard, colour: 'text-accent' },
  archived: { Icon: Archive, colour: 'text-muted' },
} as const

interface ShopChoiceProps {
  shop: FrameShop
  /** Undefined until it is known. */
  state: ShopStates['items'][number] | undefined
  isCurrent: boolean
}

/** A shop in the menu: its mode, the health of its gateway, and its open alerts. */
export function ShopChoice({ shop, state, isCurrent }: ShopChoiceProps) {
  const t = useTranslations('frame')
  const mode = shop.isArchived ? 'archived' : shop.mode
  const { Icon, colour } = icons[mode]
  const gateway = shop.isArchived ? undefined : state?.gateway
  const hasGatewayProblem = gateway !== undefined && gateway !== 'ok' && gateway !== 'unknown'
  const alerts = state?.open_alerts ?? 0
  return (
    <span className="flex items-center gap-2.5">
      <Icon aria-hidden size={16} className={cx('shrink-0', colour)} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-md leading-[17px] font-[550]">
          {shop.name}
        </span>
        <span className="block truncate text-2xs leading-[15px] text-muted">
          {t('shopLine', { id: String(shop.gateway_shop_id), mode: t(`shopMode.${mode}`) })}
        </span>
        {hasGatewayProblem && (
          <span className="block truncate text-2xs leading-[15px] text-danger">
            {t(`gateway.${gateway}`)}
          </span>
        )}
      </span>
      {alerts > 0 && (
        <span className="flex shrink-0 items-center gap-1 text-sm text-warn tabular-nums">
          <TriangleAlert aria-hidden size={14} />
          <span aria-hidden>{alerts}</span>
          <span className="sr-only">{t('switcher.alerts', { count: alerts })}</span>
        </span>
      )}
      {gateway && (
        <span className="shrink-0">
          <GatewayDot state={gateway} />
          {!hasGatewayProblem && <span className="sr-only">{t(`gateway.${gateway}`)}</span>}
        </span>
      )}
      <Check aria-hidden size={15} className={cx('shrink-0', !isCurrent && 'invisible')} />
    </span>
  )
}
