import type { Route } from 'next'
import { notFound, redirect } from 'next/navigation'
import { signedIn } from '@/lib/server/auth/actor'
import { shopsOf } from '@/lib/server/shops/load'

/** Home is the first shop the person belongs to. */
export default async function HomePage() {
  const person = await signedIn()
  if (!person) redirect('/sign-in')
  const [first] = await shopsOf(person.userId)
  if (!first) notFound()
  redirect(`/shops/${first.id}/products` as Route)
}
