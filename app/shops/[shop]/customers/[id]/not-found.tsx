import { UserRoundSearch } from 'lucide-react'
import { UnknownRecord } from '@/components/frame/page-states'

export default function UnknownCustomer() {
  return <UnknownRecord kind="customers" icon={UserRoundSearch} />
}
