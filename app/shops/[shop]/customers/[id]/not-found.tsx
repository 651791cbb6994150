import { UserRoundSearch } from 'lucide-react'
import { UnknownRecord } from '@/lib/pages/record-states'

export default function UnknownCustomer() {
  return <UnknownRecord kind="customers" icon={UserRoundSearch} />
}
