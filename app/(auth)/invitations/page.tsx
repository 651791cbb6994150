import type { Metadata } from 'next'
import { connection } from 'next/server'
import { OpenedInvitation } from '@/components/auth/opened-invitation'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('invitations')('title') })

/** The page that an invitation link opens. The token is in the fragment, which browsers send nowhere. */
async function InvitationPage() {
  await connection() // The document's nonce differs with each request.
  return <OpenedInvitation />
}

export default withWords(InvitationPage, 'invitations')
