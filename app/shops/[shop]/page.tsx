import type { Route } from 'next'
import { redirect } from 'next/navigation'

/** A shop opens with its products. */
export default async function ShopPage({ params }: PageProps<'/shops/[shop]'>) {
  redirect(`/shops/${(await params).shop}/products` as Route)
}
