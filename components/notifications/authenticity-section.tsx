'use client'
import { CopyCheck, KeyRound, type LucideIcon, ShieldAlert, ShieldCheck, ShieldX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { NotificationDetail } from '@/lib/contracts/notification'

/** What a notification rests on, piece by piece. */
export function AuthenticitySection({ notification }: { notification: NotificationDetail }) {
  const t = useTranslations('notifications')
  const { signature, credentials, quarantined, delivery_count: count } = notification
  const tone = { verified: 'text-accent', failed: 'text-danger', absent: 'text-muted', no_key: 'text-muted' }[
    signature
  ]
  const Shield = signature === 'verified' ? ShieldCheck : signature === 'failed' ? ShieldX : ShieldAlert
  return (
    <section className="px-5 py-4">
      <h3 className="mb-2.5 text-base font-semibold">{t('authenticity')}</h3>
      {quarantined && (
        <p className="mb-2.5 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">{t('quarantineText')}</p>
      )}
      <ul className="grid gap-1.5 text-md">
        <Line icon={Shield} className={tone} text={t(`signature.${signature}`)} />
        <Line
          icon={KeyRound}
          className={credentials === 'failed' ? 'text-danger' : 'text-muted'}
          text={t(`credentials.${credentials}`)}
        />
        <Line icon={CopyCheck} className="text-muted" text={t('delivered', { count })} />
      </ul>
    </section>
  )
}

function Line({ icon: Icon, className, text }: { icon: LucideIcon; className: string; text: string }) {
  return (
    <li className={`flex items-start gap-2 ${className}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      {text}
    </li>
  )
}
