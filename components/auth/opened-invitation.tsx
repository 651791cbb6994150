'use client'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SignInForm } from '@/components/session/sign-in-form'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'
import { ApiError } from '@/lib/core/api/http'
import { openInvitation, acceptInvitation } from '@/lib/people/client'
import { type OpenedInvitation as Opened, newAccount } from '@/lib/people/schema'
import { AuthCard } from './auth-card'
import { useFragment } from '@/components/session/use-fragment'
import { signOut } from '@/components/session/session-channel'
import { signIn } from 'next-auth/react'
import type { z } from 'zod'
import { FormTextField } from '@/components/form/fields/fields'
import { FormPasswordField } from '@/components/form/fields/password-field'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { TextField } from '@/components/ui/fields/text-field'

/** The page that the link of an invitation opens. Opening it does not use up the link. */
export function OpenedInvitation() {
  const t = useTranslations('invitations')
  const token = useFragment()
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => openInvitation(token ?? ''),
    enabled: !!token,
    retry: false,
  })
  if (token === '') return <Unusable why="unknown" />
  if (query.error) {
    const reason = query.error instanceof ApiError ? reasons[query.error.code] : undefined
    if (reason) return <Unusable why={reason} />
    return (
      <AuthCard title={t('title')} text={t('failed')}>
        <Button onPress={() => void query.refetch()}>{t('again')}</Button>
      </AuthCard>
    )
  }
  if (!query.data || token === null) return <AuthCard title={t('title')} text={t('opening')} />
  return <Usable invitation={query.data} token={token} />
}

const reasons: Record<string, Why | undefined> = {
  not_found: 'unknown',
  invalid: 'unknown',
  too_many_attempts: 'throttled',
  invitation_used: 'used',
  invitation_revoked: 'revoked',
  invitation_expired: 'expired',
}

type Why = 'unknown' | 'throttled' | 'used' | 'revoked' | 'expired'

function Unusable({ why }: { why: Why }) {
  const t = useTranslations('invitations')
  return (
    <AuthCard title={t(why)} text={t(`${why}Text`)}>
      {why === 'used' && <LinkButton href="/sign-in">{t('signIn')}</LinkButton>}
    </AuthCard>
  )
}

/**
 * A person without an account creates one. A person with an account must be signed in to it, and cannot accept as
 * someone else.
 */
function Usable({ invitation, token }: { invitation: Opened; token: string }) {
  const t = useTranslations('invitations')
  const { email, offer, account, signed_in_as: person } = invitation
  const title = t('join', { shop: invitation.shop_name })
  const roleText = useTranslations('auth')
  if (account === 'other')
    return (
      <AuthCard title={title} text={t('other', { invited: email, email: person ?? '' })}>
        <SwitchAccount />
      </AuthCard>
    )
  if (!offer)
    return (
      <AuthCard title={title} text={t('signInText')}>
        <SignInForm email={email} onSignedIn={() => window.location.reload()} />
      </AuthCard>
    )
  const role = roleText(`role.${offer.role}`)
  if (account === 'yours')
    return (
      <AuthCard title={title} text={t('asYou', { role, email })}>
        <JoinButton token={token} />
      </AuthCard>
    )
  return (
    <AuthCard title={title} text={t('joinText', { role })}>
      <JoinForm token={token} email={email} name={offer.name} />
    </AuthCard>
  )
}

/** Accepts the invitation with the signed-in account. */
function JoinButton({ token }: { token: string }) {
  const t = useTranslations('invitations')
  const joining = useMutation({
    mutationFn: () => acceptInvitation({ token }),
    onSuccess: ({ shop }) => window.location.replace(`/shops/${shop}`),
  })
  return (
    <div className="grid gap-3">
      {joining.error && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {joining.error instanceof ApiError ? joining.error.title : t('failed')}
        </p>
      )}
      <Button
        variant="primary"
        isPending={joining.isPending || joining.isSuccess}
        onPress={() => joining.mutate()}
      >
        {t('joinButton')}
      </Button>
    </div>
  )
}

function SwitchAccount() {
  const t = useTranslations('invitations')
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.reload(),
  })
  return (
    <div className="grid gap-3">
      {leaving.error && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {t('failed')}
        </p>
      )}
      <Button
        variant="primary"
        isPending={leaving.isPending || leaving.isSuccess}
        onPress={() => leaving.mutate()}
      >
        {t('otherButton')}
      </Button>
      <LinkButton href="/">{t('stay')}</LinkButton>
    </div>
  )
}

interface JoinFormProps {
  token: string
  email: string
  /** As the inviting person wrote it. */
  name: string
}

/** Creates an account, accepts the invitation and signs in. */
function JoinForm({ token, email, name }: JoinFormProps) {
  const t = useTranslations('invitations')
  const showFailure = useSubmitFailure()
  const form = useZodForm(newAccount, { defaultValues: { name, password: '' } })

  async function join(values: z.output<typeof newAccount>) {
    const { shop } = await acceptInvitation({ token, ...values })
    const credentials = { email, password: values.password, redirect: false, callbackUrl: '/' } as const
    // The account exists now. If signing in fails, the sign-in page says why.
    const answer = await signIn('credentials', credentials).catch(() => undefined)
    window.location.replace(answer?.ok && !answer.error ? `/shops/${shop}` : '/sign-in')
  }

  return (
    <ZodForm
      form={form}
      onSubmit={(values) => join(values).catch((error: unknown) => showFailure(form, error))}
      isGuarded={false}
      className="grid gap-4"
    >
      {/* Read-only. Password managers store the password with this e-mail address. */}
      <TextField label={t('email')} value={email} isReadOnly autoComplete="username" />
      <FormTextField control={form.control} name="name" label={t('name')} autoComplete="name" />
      <FormPasswordField
        control={form.control}
        autoFocus
        name="password"
        label={t('password')}
        hintOf={() => t('passwordHint')}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('joinButton')}
      </Button>
    </ZodForm>
  )
}
