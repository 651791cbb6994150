import { CreditCard } from 'lucide-react'
import { UnknownRecord } from '@/lib/pages/record-states'

export default function UnknownCardToken() {
  return <UnknownRecord kind="cardTokens" icon={CreditCard} />
}
