import { SearchX } from 'lucide-react'
import { UnknownRecord } from '@/lib/pages/record-states'

/** Shown for an ID that no checkout of this shop has. The gateway cannot be queried for others. */
export default function UnknownCheckout() {
  return <UnknownRecord kind="checkouts" icon={SearchX} />
}
