'use client'
import { ArrowLeft } from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Session } from '@/components/session/session'
import { ChosenTimeZone } from '@/components/time/clock'
import { Link } from '@/components/ui/link'
import { Logo } from '@/components/ui/logo'
import { ToastRegion } from '@/components/ui/overlays/toast-region'

interface AccountFrameProps {
  userId: string
  email: string
  timeZone: string | null
  /** For tables. */
  isWide?: boolean
  children: ReactNode
}

/** The frame of a person's own pages, which belong to no shop. */
export function AccountFrame({ userId, email, timeZone, isWide = false, children }: AccountFrameProps) {
  const t = useTranslations()
  const width = isWide ? 'max-w-7xl' : 'max-w-3xl'
  return (
    <Session userId={userId} email={email}>
      <ChosenTimeZone value={timeZone}>
        <header className="border-b bg-surface">
          <div className={`mx-auto flex items-center gap-3 px-4 py-3 ${width}`}>
            <span className="flex items-center gap-2 font-semibold">
              <Logo />
              {t('common.appName')}
            </span>
            <Connection />
            <Link href="/" className="ms-auto inline-flex min-h-8 items-center gap-1.5 text-md text-muted">
              <ArrowLeft aria-hidden size={15} className="rtl:-scale-x-100" />
              {t('account.back')}
            </Link>
          </div>
        </header>
        <main id="content" tabIndex={-1} className={`mx-auto px-4 py-6 ${width}`}>
          {children}
        </main>
        <ToastRegion label={t('frame.notifications')} closeLabel={t('common.close')} />
      </ChosenTimeZone>
    </Session>
  )
}

function onConnectionChange(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Says that this browser is offline, also if the connection was lost before the page came alive. */
function Connection() {
  const t = useTranslations('frame.gateway')
  const isOnline = useSyncExternalStore(
    onConnectionChange,
    () => navigator.onLine,
    () => true,
  )
  return (
    <span role="status" className="text-sm text-muted">
      {!isOnline && t('disconnected')}
    </span>
  )
}
