'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { applyTheme, type Theme, themes } from '@/components/frame/account/theme'
import { Card, Section } from '@/components/ui/card'
import { Select } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { profileOptions, changeEmail } from '@/lib/account/client'
import { accountKeys } from '@/lib/core/client/keys'
import { FactorsSection } from './factors-section'
import { IdentitiesSection } from './identities-section'
import { PasswordForm } from './password-form'
import { ProfileForm } from './profile-form'
import { SessionsSection } from './sessions-section'
import { FormTextField } from '@/components/form/fields/fields'
import { showSaved } from '@/components/form/saved'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import { PageTitle } from '@/components/ui/page-title'
import { emailChange, type EmailChange, type EmailChangeState } from '@/lib/account/schema'

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
      <PageTitle className="mb-4">{t('title')}</PageTitle>
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

/** Changes the e-mail for signing in: at once, or if mail is set up, by a link sent to the new address. */
function EmailForm({ email }: { email: string }) {
  const t = useTranslations('account')
  const auth = useTranslations('auth')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(emailChange, { defaultValues: { email: '' } })
  const [answer, setAnswer] = useState<EmailChangeState | null>(null)

  async function submit(change: EmailChange, sent: { email: string }) {
    try {
      setAnswer(await changeEmail(change))
      showSaved(form, { sent, saved: { email: '' } })
      await client.invalidateQueries({ queryKey: accountKeys.profile })
    } catch (error) {
      showFailure(form, error)
    }
  }

  return (
    <ZodForm form={form} onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4">
      <TextField label={auth('email')} value={email} isReadOnly />
      <FormTextField
        control={form.control}
        name="email"
        label={t('newEmail')}
        type="email"
        autoComplete="email"
      />
      <p role="status" className="text-md empty:hidden">
        {answer && t(answer.state === 'mailed' ? 'emailMailed' : 'emailChanged', answer)}
      </p>
      <div>
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {t('changeEmail')}
        </Button>
      </div>
    </ZodForm>
  )
}
