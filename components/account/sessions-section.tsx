'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { signOut } from '@/components/session/session-channel'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { endSession, endSessions, sessionsOptions } from '@/lib/account/client'
import type { Session } from '@/lib/account/schema'
import { accountKeys } from '@/lib/core/client/keys'
import { useFailure } from './use-failure'

export function SessionsSection() {
  const t = useTranslations('account')
  const { data } = useQuery(sessionsOptions())
  const items = data?.items ?? []
  return (
    <Section title={t('sessions')} actions={<EndSessions hasOthers={items.length > 1} />}>
      <p className="mb-3 text-md text-muted">{t('sessionsText')}</p>
      <ul className="divide-y">
        {items.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    </Section>
  )
}

function EndSessions({ hasOthers }: { hasOthers: boolean }) {
  const t = useTranslations('account')
  const client = useQueryClient()
  const onError = useFailure()
  const button = useRef<HTMLButtonElement>(null)
  const others = useMutation({
    mutationFn: () => endSessions('others'),
    onError,
    onSuccess: async ({ ended }) => {
      passFocusOn(button.current)
      await client.invalidateQueries({ queryKey: accountKeys.sessions })
      toast(t('othersEnded', { count: ended }))
    },
  })
  const all = useMutation({
    mutationFn: () => endSessions('all').then(signOut),
    onError,
    onSuccess: () => window.location.assign('/sign-in'),
  })
  return (
    <>
      {hasOthers && (
        <Button ref={button} size="sm" isPending={others.isPending} onPress={() => others.mutate()}>
          {t('endOthers')}
        </Button>
      )}
      <Button size="sm" variant="danger" isPending={all.isPending} onPress={() => all.mutate()}>
        {t('signOutEverywhere')}
      </Button>
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useTranslations('account')
  const client = useQueryClient()
  const { browser, system, address } = session
  const device =
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
  const button = useRef<HTMLButtonElement>(null)
  const ending = useMutation({
    mutationFn: () => endSession(session.id),
    onError: useFailure(),
    onSuccess: async () => {
      passFocusOn(button.current)
      await client.invalidateQueries({ queryKey: accountKeys.sessions })
      toast(t('sessionEnded'))
    },
  })
  return (
    <li className="flex items-center gap-3 py-2.5">
      <MonitorSmartphone aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {session.is_current && <Badge tone="ok">{t('thisSession')}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {t('sessionFrom', { address })} · {t('sessionBegan')} <RelativeTime at={session.began_at} /> ·{' '}
          {t('sessionSeen')} <RelativeTime at={session.seen_at} />
        </p>
      </div>
      {!session.is_current && (
        <Button
          ref={button}
          size="sm"
          aria-label={t('endOf', { device })}
          isPending={ending.isPending}
          onPress={() => ending.mutate()}
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}
