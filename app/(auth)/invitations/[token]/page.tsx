import type { Route } from 'next'
import { redirect } from 'next/navigation'

/** For invitation links of earlier versions, which had the token in their path. */
export default async function EarlierLinkPage({ params }: PageProps<'/invitations/[token]'>) {
  redirect(`/invitations#${(await params).token}` as Route)
}
