'use client'
import { useTranslations } from 'use-intl'

/** What failed at the last call of a gateway. An unknown failure is shown by its code. */
export default function GatewayFailure({ failure }: { failure: string }) {
  const t = useTranslations('problems')
  return <p className="mt-1 text-md text-danger">{t.has(failure as never) ? t(failure as never) : failure}</p>
}
