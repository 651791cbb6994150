'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme, type Theme, themes } from '@/components/frame/account/theme'
import { Card, Section } from '@/components/ui/card'
import { Select } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { profileOptions } from '@/lib/account/client'
import { accountKeys } from '@/lib/core/client/keys'
import { EmailForm } from './email-form'
import { FactorsSection } from './factors-section'
import { IdentitiesSection } from './identities-section'
import { PasswordForm } from './password-form'
import { ProfileForm } from './profile-form'
import { SessionsSection } from './sessions-section'

interface AccountPageProps {
  theme: Theme
  /** The person’s API tokens. */
  tokens: ReactNode
}

export function AccountPage({ theme, tokens }: AccountPageProps) {
  const t = useTranslations('account')
  const client = useQueryClient()
  const { data: profile } = useQuery(profileOptions())
  if (!profile) return null
  return (
    <>
      <h1 className="mb-4 text-xl font-semibold tracking-tight">{t('title')}</h1>
      <div className="grid grid-cols-1 gap-4">
        <Card>
          <Section title={t('profile')}>
            <ProfileForm profile={profile} />
          </Section>
          <Section title={t('look')} sub={t('lookText')}>
            <ThemeChoice theme={theme} />
          </Section>
        </Card>
        <Card>
          <Section title={t('emailTitle')} sub={t('emailText')}>
            <EmailForm email={profile.email} />
          </Section>
        </Card>
        <Card>
          <Section title={t('password')} sub={t('passwordText')}>
            <div className="max-w-md">
              <PasswordForm
                account={profile}
                onChanged={({ ended_sessions: count }) => {
                  toast(t('passwordChanged', { count }))
                  void client.invalidateQueries({ queryKey: accountKeys.sessions })
                }}
              />
            </div>
          </Section>
        </Card>
        <Card>
          <FactorsSection />
        </Card>
        <IdentitiesSection />
        <Card>
          <SessionsSection />
        </Card>
        {tokens}
      </div>
    </>
  )
}

function ThemeChoice({ theme: initial }: { theme: Theme }) {
  const t = useTranslations('frame.theme')
  const [theme, setTheme] = useState(initial)
  return (
    <Select
      className="max-w-md"
      label={t('label')}
      items={themes.map((id) => ({ id, label: t(id) }))}
      value={theme}
      onChange={(next) => {
        setTheme(next)
        applyTheme(next)
      }}
    />
  )
}
