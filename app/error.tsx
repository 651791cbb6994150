'use client'
import { useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '@/components/ui/error-state'
import { useStorageWatch } from '../components/frame/use-storage-watch'

/**
 * Shown when a page fails. The digest finds the cause in the server's log. Reloads automatically when the storage, or
 * the server, is back.
 */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const load = () =>
    startTransition(() => {
      router.refresh()
      reset()
    })
  const away = useStorageWatch(load) ?? 'generic'
  return (
    <ErrorState isPage title={t(`errors.${away}`)} reference={error.digest} onRetry={load}>
      {t(`errors.${away}Text`)}
    </ErrorState>
  )
}
