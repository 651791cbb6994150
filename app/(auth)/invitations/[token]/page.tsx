import type { Metadata, Route } from 'next'
import { headers } from 'next/headers'
import { AuthCard } from '@/components/auth/auth-card'
import { JoinButton } from '@/components/auth/join-button'
import { JoinForm } from '@/components/auth/join-form'
import { SignInPageForm } from '@/components/session/sign-in-page-form'
import { SwitchAccount } from '@/components/auth/switch-account'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'
import { signedIn, type SignedIn } from '@/lib/core/server/auth/actor'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { clientAddress } from '@/lib/core/server/route/client-address'
import { AppError } from '@/lib/core/server/errors'
import { findInvitation, type FoundInvitation } from '@/lib/people/server/invitations'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('invitations')('title') })

/** The page that an invitation link opens. Viewing it does not use up the invitation. */
async function InvitationPage({ params }: PageProps<'/invitations/[token]'>) {
  const { token } = await params
  const found = await lookUp(token)
  if (typeof found === 'string') return <Unusable why={found} />
  if (found.state !== 'open') return <Unusable why={found.state} />
  return <Usable invitation={found} token={token} person={await pageQuery(signedIn)} />
}

type Why = 'unknown' | 'throttled' | 'used' | 'revoked' | 'expired'

async function lookUp(token: string): Promise<FoundInvitation | 'unknown' | 'throttled'> {
  const address = clientAddress(await headers())
  try {
    return (await pageQuery(() => findInvitation({ token, address }))) ?? 'unknown'
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_attempts') return 'throttled'
    throw error
  }
}

function Unusable({ why }: { why: Why }) {
  const t = getTranslator('invitations')
  return (
    <AuthCard title={t(why)} text={t(`${why}Text`)}>
      {why === 'used' && <LinkButton href="/sign-in">{t('signIn')}</LinkButton>}
    </AuthCard>
  )
}

interface UsableProps {
  invitation: FoundInvitation
  token: string
  person: SignedIn | null
}

/**
 * A person without an account creates one. A person with an account must be signed in to it; one cannot accept as
 * someone else.
 */
function Usable({ invitation, token, person }: UsableProps) {
  const t = getTranslator('invitations')
  const { email, name, accountId } = invitation
  const title = t('join', { shop: invitation.shop.name })
  const role = getTranslator('auth')(`role.${invitation.role}`)
  if (person && person.userId !== accountId)
    return (
      <AuthCard title={title} text={t('other', { invited: email, email: person.email })}>
        <SwitchAccount />
      </AuthCard>
    )
  if (person)
    return (
      <AuthCard title={title} text={t('asYou', { role, email: person.email })}>
        <JoinButton token={token} />
      </AuthCard>
    )
  return (
    <AuthCard title={title} text={t(accountId ? 'signInText' : 'joinText', { role })}>
      {accountId ? (
        <SignInPageForm target={`/invitations/${token}` as Route} email={email} />
      ) : (
        <JoinForm token={token} email={email} name={name} />
      )}
    </AuthCard>
  )
}

export default withWords(InvitationPage, 'invitations')
