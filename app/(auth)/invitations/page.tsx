import { connection } from 'next/server'
import { OpenedInvitation } from '@/components/auth/opened-invitation'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('invitations', (t) => t('title'))

/** The page that an invitation link opens. The token is in the fragment, which browsers send nowhere. */
async function InvitationPage() {
  await connection() // The document's nonce differs with each request.
  return <OpenedInvitation />
}

export default withWords(InvitationPage, '(auth)/invitations/page')
