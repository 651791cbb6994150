'use client'
import { dynamic } from '@/components/ui/dynamic'
import type { StaleNoticeProps } from './stale-notice'
import { useGatewayDown } from './use-gateway-down'

// Rarely needed, so not loaded with every list. Without a `loading` fallback of its own it would hide the page.
const StaleNotice = dynamic(() => import('./stale-notice'))

interface StaleMirrorNoticeProps extends Omit<StaleNoticeProps, 'down'> {
  shop: string
}

/** Says that a list's data is older than it should be. */
export function StaleMirrorNotice({ shop, ...notice }: StaleMirrorNoticeProps) {
  const down = useGatewayDown(shop)
  return (down || notice.page.refresh_failed_at !== null) && <StaleNotice {...notice} down={down} />
}
