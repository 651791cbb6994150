'use client'
import {
  CopyCheck,
  KeyRound,
  type LucideIcon,
  Network,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { DetailSection } from './section'

const tones = {
  good: 'text-accent',
  bad: 'text-danger',
  quiet: 'text-muted',
}

const signatureTones = { verified: 'good', failed: 'bad', absent: 'quiet', no_key: 'quiet' } as const
const shields = { verified: ShieldCheck, failed: ShieldX, absent: ShieldAlert, no_key: ShieldAlert }
const credentialTones = { matched: 'quiet', failed: 'bad', absent: 'quiet' } as const
const networkTones = { allowed: 'quiet', outside: 'bad', any: 'quiet' } as const

/** Returns which message says why it counts or not. `changed`, `outside`: some of its evidence is right, other is wrong. */
function gradeWordOf({ authenticity, signature, credentials, network }: NotificationDetail) {
  if (authenticity !== 'unverified') return authenticity
  // The body was changed, or the credentials were copied.
  if (signature === 'failed') return credentials === 'matched' ? 'changed' : authenticity
  const isProven = signature === 'verified' || credentials === 'matched'
  return isProven && network === 'outside' ? 'outside' : authenticity
}

export function Authenticity({ notification }: { notification: NotificationDetail }) {
  const t = useTranslations('notifications.evidence')
  const { signature, credentials, network, authenticity, delivery_count: count } = notification
  return (
    <DetailSection title={t('title')}>
      <p
        className={
          authenticity === 'unverified'
            ? 'mb-2.5 rounded-md bg-warn-weak px-3 py-2 text-md text-warn'
            : 'mb-2.5 text-md'
        }
      >
        {t(`grade.${gradeWordOf(notification)}`)}
      </p>
      <ul className="grid gap-1.5 text-md">
        {authenticity !== 'answer' && (
          <>
            <Line
              icon={shields[signature]}
              tone={signatureTones[signature]}
              text={t(`signature.${signature}`)}
            />
            <Line
              icon={KeyRound}
              tone={credentialTones[credentials]}
              text={t(`credentials.${credentials}`)}
            />
            <Line icon={Network} tone={networkTones[network]} text={t(`network.${network}`)} />
          </>
        )}
        <Line icon={CopyCheck} tone="quiet" text={t('delivered', { count })} />
      </ul>
    </DetailSection>
  )
}

function Line({ icon: Icon, tone, text }: { icon: LucideIcon; tone: keyof typeof tones; text: string }) {
  return (
    <li className={`flex items-start gap-2 ${tones[tone]}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      {text}
    </li>
  )
}
