'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { MoreMenu } from '@/components/ui/overlays/more-menu'
import type { Person } from '@/lib/people/schema'
import { PersonName, RightsText } from './cells'
import type { PersonAction } from './person-menu'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

export type OnPersonAction = (person: Person, action: PersonAction) => void

const loadMenu = lazyWithMessages(() => import('./person-menu'))

export function usePersonColumns(onAction: OnPersonAction): Column<Person>[] {
  const t = useTranslations('people')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        isPrimary: true,
        className: 'max-w-[420px] w-full',
        cell: (person) => <PersonName of={person} isYou={person.is_you} />,
      },
      {
        id: 'role',
        header: t('role'),
        className: 'min-w-[110px]',
        cell: (person) => <RightsText of={person} />,
      },
      {
        id: 'last_sign_in_at',
        header: t('lastSignIn'),
        className: 'min-w-[130px] text-muted tabular-nums',
        cell: (person) => <LastSignIn person={person} />,
      },
      {
        id: 'state',
        header: t('state'),
        className: 'min-w-[110px]',
        cell: (person) => <StateBadge person={person} />,
      },
      {
        id: 'actions',
        header: <span className="sr-only">{t('actions')}</span>,
        className: 'w-11 ps-0 text-end',
        cell: (person) => <Actions person={person} onAction={onAction} />,
      },
    ],
    [t, onAction],
  )
}

export function PersonCard({ person, onAction }: { person: Person; onAction: OnPersonAction }) {
  const t = useTranslations('people')
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <PersonName of={person} isYou={person.is_you} />
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-md text-muted">
          <span>
            <RightsText of={person} />
          </span>
          <StateBadge person={person} />
        </p>
        <p className="mt-0.5 text-md text-muted tabular-nums">
          {t('lastSignIn')}: <LastSignIn person={person} />
        </p>
      </div>
      <Actions person={person} onAction={onAction} />
    </div>
  )
}

function LastSignIn({ person }: { person: Person }) {
  const t = useTranslations('people')
  return person.last_sign_in_at ? <RelativeTime at={person.last_sign_in_at} /> : t('neverSeen')
}

function StateBadge({ person }: { person: Person }) {
  const t = useTranslations('people')
  return <Badge tone={person.state === 'active' ? 'ok' : 'neutral'}>{t(`states.${person.state}`)}</Badge>
}

function Actions({ person, onAction }: { person: Person; onAction: OnPersonAction }) {
  const t = useTranslations('people')
  return (
    <MoreMenu
      load={loadMenu}
      menu={{ person, onAction: (action: PersonAction) => onAction(person, action) }}
      aria-label={t('actionsOf', { name: person.name })}
    />
  )
}
