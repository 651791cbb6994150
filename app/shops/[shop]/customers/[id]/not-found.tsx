import { UserRoundSearch } from 'lucide-react'
import { UnknownRecord } from '../../record-states'

export default function UnknownCustomer() {
  return <UnknownRecord kind="customers" icon={UserRoundSearch} />
}
