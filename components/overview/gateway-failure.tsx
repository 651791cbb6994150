'use client'
import { useTranslations } from 'use-intl'

/** What failed at the last call of a gateway. A failure that is new here is shown as it is. */
export default function GatewayFailure({ failure }: { failure: string }) {
  const t = useTranslations('problems')
  return <p className="mt-1 text-md text-danger">{t.has(failure as never) ? t(failure as never) : failure}</p>
}
